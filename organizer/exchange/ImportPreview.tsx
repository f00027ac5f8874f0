import { useNavigate } from 'react-router'
import { useChange } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { getExchangeTask, listExchangeTasks, storeImport, type Check, type ExchangeTask } from './contract.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { MappingForm } from './MappingForm.tsx'
import { importWords, formatCount } from './format.ts'

/** What a check found: what would be imported, what is wrong, and how the columns were read. */
export function ImportPreview({ task, check }: { task: ExchangeTask; check: Check }) {
  const { counts, errors, error_count, columns, preview, makes, missing } = check
  return (
    <div className="flex flex-col gap-10">
      <Verdict task={task} check={check} />
      {errors.length > 0 && (
        <section className="flex flex-col gap-4">
          <Table
            caption={
              error_count > errors.length
                ? `The first ${errors.length} of ${error_count.toLocaleString('en-US')} errors`
                : formatCount(error_count, { one: 'error', several: 'errors' })
            }
            columns={[
              {
                key: 'line',
                header: 'Line',
                rowHeader: true,
                cell: ({ line }) => <span className="tabular whitespace-nowrap">Line {line}</span>,
              },
              { key: 'column', header: 'Column', cell: ({ column }) => column },
              {
                key: 'value',
                header: 'Value',
                cell: ({ value }) => <span className="break-words">{value === '' ? '–' : value}</span>,
              },
              { key: 'problem', header: 'Problem', cell: ({ problem }) => problem },
            ]}
            rows={errors}
            rowKey={(_, index) => index}
          />
          <div>
            <DownloadButton task_id={task.id}>Download all errors</DownloadButton>
          </div>
        </section>
      )}
      {preview.length > 0 && (
        <section className="flex flex-col gap-3">
          <Table
            caption="The first rows, as they were read"
            columns={columns.map((header, place) => ({
              key: String(place),
              header: header || 'State',
              rowHeader: place === 0,
              cell: (row: string[]) => <span className="break-words">{row[place] || '–'}</span>,
            }))}
            rows={preview}
            rowKey={(_, index) => index}
          />
          {makes.length > 0 && <p className="text-ink-soft">The import also creates: {makes.join(', ')}.</p>}
        </section>
      )}
      <section className="flex flex-col gap-4">
        <h2 className="lettering text-lg">Columns</h2>
        <p className="text-ink-soft">
          Read as {check.encoding}, separated by {delimiterWords[check.delimiter] ?? check.delimiter}.{' '}
          {missing.length === 0 && counts.wrong === 0 && 'All required columns were found.'}
        </p>
        <MappingForm key={task.id} task_id={task.id} found={check} />
      </section>
    </div>
  )
}

const delimiterWords: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

function Verdict({ task, check: { kind, counts, missing } }: { task: ExchangeTask; check: Check }) {
  const words = importWords[kind]
  const stored = counts.new + counts.changed
  const figures = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.existing, 'already there'],
    [counts.wrong, 'wrong'],
  ] as const
  if (missing.length > 0)
    return (
      <Notice tone="warn" title="Which column is which?">
        {new Intl.ListFormat('en-US').format(missing)} {missing.length === 1 ? 'was' : 'were'} not found. Choose them
        below, then check again.
      </Notice>
    )
  return (
    <section className="flex flex-col gap-5">
      <ul
        aria-label="Results of the check"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4"
      >
        {figures.map(([count, word]) => (
          <li key={word} className="flex flex-col bg-surface p-4">
            <span className="tabular text-2xl font-[680]">{count.toLocaleString('en-US')}</span>
            <span className="text-ink-soft">{word}</span>
          </li>
        ))}
      </ul>
      {counts.wrong > 0 ? (
        <Notice
          tone="error"
          title={`${formatCount(counts.wrong, { one: 'row is', several: 'rows are' })} wrong, so nothing is imported`}
        >
          Fix these rows in your spreadsheet, save it as CSV and upload it again.
        </Notice>
      ) : task.store_task_id !== null ? (
        <Notice
          tone="info"
          title="This file has been imported"
          actions={<ButtonLink to={paths.organizer.exchangeTask(task.store_task_id)}>See the import</ButtonLink>}
        >
          A file is imported only once.
        </Notice>
      ) : stored === 0 ? (
        <Notice tone="info" title="There is nothing to import">
          All rows exist already.
        </Notice>
      ) : (
        <StoreButton task_id={task.id} label={`Import ${formatCount(stored, words)}`} />
      )}
    </section>
  )
}

function StoreButton({ task_id, label }: { task_id: number; label: string }) {
  const navigate = useNavigate()
  const store = useChange(storeImport, [getExchangeTask, listExchangeTasks])
  return (
    <div className="flex flex-col gap-3">
      {store.error && <Notice tone="error">{store.error.message}</Notice>}
      <div>
        <Button
          size="lg"
          busy={store.isPending}
          onClick={() =>
            store.mutate(
              { params: { task_id } },
              { onSuccess: (started) => void navigate(paths.organizer.exchangeTask(started.task_id)) },
            )
          }
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

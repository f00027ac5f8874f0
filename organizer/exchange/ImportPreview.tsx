import { formatNumber } from '#/contract/locale.ts'
import { Table } from '#/web/ui/Table.tsx'
import type { Check, ExchangeTask } from './contract.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { formatCount } from './format.ts'
import { ImportVerdict } from './ImportVerdict.tsx'
import { MappingForm } from './MappingForm.tsx'

/** The outcome of a check: what would be imported, what is wrong, and how the columns were read. */
export function ImportPreview({ task, check }: { task: ExchangeTask; check: Check }) {
  const { errors, error_count, columns, preview, makes, missing, questions } = check
  const isOpen = missing.length > 0 || questions.some(({ answer }) => answer === null)
  const form = <MappingForm key={task.id} task_id={task.id} found={check} />
  return (
    <div className="flex flex-col gap-10">
      <ImportVerdict task={task} check={check} />
      {isOpen && form}
      {errors.length > 0 && (
        <section className="flex flex-col gap-4">
          <Table
            caption={
              error_count > errors.length
                ? `The first ${errors.length} of ${formatNumber(error_count)} errors`
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
            caption="The first rows as we read them"
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
      {!isOpen && form}
    </div>
  )
}

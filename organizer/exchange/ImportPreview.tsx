import { Table } from '#/web/ui/Table.tsx'
import type { Check, ExchangeTask } from './contract.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { ImportVerdict } from './ImportVerdict.tsx'
import { MappingForm } from './MappingForm.tsx'

/** The outcome of a check: what would be imported, what is wrong, and how the columns were read. */
export function ImportPreview({ task, check }: { task: ExchangeTask; check: Check }) {
  const { error_count, columns, preview, makes, missing, questions } = check
  const isOpen = error_count > 0 || missing.length > 0 || questions.some(({ answer }) => answer === null)
  const form = <MappingForm key={task.id} task_id={task.id} found={check} />
  return (
    <div className="flex flex-col gap-10">
      <ImportVerdict task={task} check={check} />
      {isOpen && form}
      {error_count > 0 && (
        <div>
          <DownloadButton task_id={task.id}>Download all errors</DownloadButton>
        </div>
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

import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listExchangeTasks } from '#/organizer/calls.gen.ts'
import type { ExchangeSummary } from './contract.ts'
import { ExportForm } from './ExportForm.tsx'
import { ImportForm } from './ImportForm.tsx'
import { importKinds } from './import-fields.ts'
import { formatTask } from './format.ts'
import { formatMoment } from '#/contract/format.ts'

/** Imports and exports, with the organizer's recent ones. */
export default function ExchangePage() {
  return (
    <Screen
      title="Import and export"
      lead="Import Excel workbooks, CSV files or pasted tables, and export lists as CSV. Each row is checked first, and you decide what happens to those with an error."
    >
      <div className="flex flex-col gap-12">
        <section>
          <h2 className="lettering pb-4 text-2xl">Import</h2>
          <p className="max-w-prose pb-4 text-ink-soft">
            Start with the players, then their entries, then the results. Columns can be in any order. You see how they
            were read before anything is imported.
          </p>
          <ol className="grid items-start gap-4 lg:grid-cols-3">
            {importKinds.map((kind) => (
              <ImportForm key={kind} kind={kind} />
            ))}
          </ol>
        </section>
        <section>
          <h2 className="lettering pb-4 text-2xl">Export</h2>
          <ExportForm />
        </section>
        <Tasks />
      </div>
    </Screen>
  )
}

function Tasks() {
  const read = useRead(listExchangeTasks, {})
  return (
    <section>
      {!read.data?.tasks.length && <h2 className="lettering pb-3 text-lg">My recent files</h2>}
      <Loaded
        of={read}
        loading="Loading my recent files"
        empty={({ tasks }) => tasks.length === 0 && <p className="text-ink-soft">No imports or exports yet.</p>}
      >
        {({ tasks }) => (
          <DataTable
            openPath={({ id }) => deskPaths.exchangeTask(id)}
            caption="My recent files"
            columns={[
              {
                key: 'what',
                title: 'File',
                cell: (task: ExchangeSummary) => (
                  <TextLink to={deskPaths.exchangeTask(task.id)} className="break-words">
                    {formatTask(task)}
                  </TextLink>
                ),
              },
              { key: 'at', title: 'Started', cell: (task) => formatMoment(task.created_at) },
              { key: 'state', title: 'State', cell: (task) => <TaskBadge task={task} /> },
            ]}
            rows={tasks}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
    </section>
  )
}

function TaskBadge({ task }: { task: ExchangeSummary }) {
  switch (task.state) {
    case 'waiting':
      return <Badge tone="warn">Waiting</Badge>
    case 'running':
      return <Badge tone="warn">Running</Badge>
    case 'failed':
      return <Badge tone="bad">Failed</Badge>
    case 'done':
      return <Badge tone="good">{task.kind === 'import_check' ? 'Checked' : 'Done'}</Badge>
  }
}

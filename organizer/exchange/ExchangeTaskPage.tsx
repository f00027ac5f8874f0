import { useState } from 'react'
import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { getExchangeTask, listExchangeTasks } from '#/organizer/calls.gen.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { undoImport, type Exported, type ExchangeTask, type Stored } from './contract.ts'
import { DownloadButton, RestButton } from './DownloadButton.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { useExchangeTask } from './use-exchange-task.web.ts'
import { importWords, formatCount, formatTask } from './format.ts'
import { formatMoment } from '#/contract/format.ts'

/** One import or export: its progress and its outcome. */
export default function ExchangeTaskPage() {
  const { task_id = '' } = useParams()
  const read = useExchangeTask(task_id)
  const task = read.data?.task
  return (
    <Screen
      kicker={<TextLink to={deskPaths.exchange}>Import and export</TextLink>}
      title={task ? titleOf(task) : 'Import and export'}
      lead={
        task && (
          <span className="break-words">
            {formatTask(task)}, started {formatMoment(task.created_at)}
          </span>
        )
      }
    >
      <Loaded of={read} loading="Loading the progress" missing="We could not find this import or export.">
        {(data) => <Outcome task={data.task} />}
      </Loaded>
    </Screen>
  )
}

function titleOf({ kind, state }: ExchangeTask): string {
  const isRunning = state === 'waiting' || state === 'running'
  if (state === 'failed')
    return kind === 'export' ? 'Not exported' : kind === 'import_check' ? 'Not readable' : 'Nothing imported'
  if (kind === 'export') return isRunning ? 'Creating the file' : 'The file is ready'
  if (kind === 'import_check') return isRunning ? 'Checking the file' : 'Checked'
  return isRunning ? 'Importing' : 'Imported'
}

function Outcome({ task }: { task: ExchangeTask }) {
  if (task.state === 'failed')
    return (
      <Notice
        tone="error"
        title={task.kind === 'export' ? 'Nothing was exported' : 'Nothing was imported'}
        actions={
          <ButtonLink variant="secondary" to={deskPaths.exchange}>
            Upload another file
          </ButtonLink>
        }
      >
        {task.problem}
      </Notice>
    )
  if (task.check) return <ImportPreview task={task} check={task.check} />
  if (task.stored) return <Done task={task} stored={task.stored} />
  if (task.exported) return <Ready task_id={task.id} exported={task.exported} />
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <Progress
        label={task.state === 'waiting' ? 'Starting in a moment' : progressWords[task.kind]}
        done={task.done}
        total={task.total}
      />
      {task.restarted && <Notice tone="info">The server was restarted. The work goes on by itself.</Notice>}
      <p className="text-ink-soft">
        You can leave this page. The task continues, and you can find it under “My recent files”.
      </p>
    </div>
  )
}

const progressWords: Record<ExchangeTask['kind'], string> = {
  import_check: 'Rows checked',
  import_store: 'Rows imported',
  export: 'Rows written',
}

function Done({ task, stored: { kind, leagues, ...counts } }: { task: ExchangeTask; stored: Stored }) {
  const [isAsking, setIsAsking] = useState(false)
  const words = importWords[kind]
  const next = { players: 'entries', entries: 'results', results: null }[kind]
  return (
    <div className="flex flex-col gap-8">
      {task.undone && (
        <Notice tone="info" title="This import was taken back">
          What it added is gone again.
        </Notice>
      )}
      {counts.left_out > 0 && (
        <Notice
          tone="warn"
          title={`${formatCount(counts.left_out, { one: 'row was', several: 'rows were' })} left out`}
          actions={<RestButton task_id={task.id} />}
        >
          Correct the file with them and import it.
        </Notice>
      )}
      <Notice tone="success" title={`${formatCount(counts.new, words)} imported`}>
        {counts.changed > 0 && `${formatCount(counts.changed, words)} changed. `}
        {counts.existing > 0 && `${formatCount(counts.existing, words)} existed already. `}
        The audit log has an entry for it. No emails were sent.
      </Notice>
      {leagues.length > 0 && (
        <section>
          <h2 className="lettering pb-3 text-lg">
            {leagues.length < 20 ? 'Their leagues' : 'The first of their leagues'}
          </h2>
          <ul className="flex flex-col gap-2">
            {leagues.map((league) => (
              <li key={`${league.name} ${league.area}`}>
                <TextLink to={paths.fullStandings(league)}>
                  {league.name}, {areaName(league.area)}
                </TextLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={deskPaths.exchange}>
          {next ? `Import the ${next} next` : 'Back to import and export'}
        </ButtonLink>
        <ButtonLink variant="secondary" to={kind === 'players' ? deskPaths.players : deskPaths.entries}>
          {kind === 'players' ? 'See the players' : 'See the entries'}
        </ButtonLink>
        {!task.undone && (
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            Take the import back
          </Button>
        )}
      </div>
      {isAsking && <UndoDialog task_id={task.id} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

function UndoDialog({ task_id, onClose }: { task_id: number; onClose: () => void }) {
  const undo = useAction(undoImport, { stale: [getExchangeTask, listExchangeTasks], onDone: onClose })
  const form = useForm({
    schema: undoImport.body,
    keep: useFormDraft(`undo-import-${task_id}`),
    initial: { reason: '' },
    onSubmit: (body) => undo.submit({ params: { task_id }, body }),
  })
  return (
    <ReasonDialog
      title="Take this import back?"
      description="Everything that it added is deleted. This is refused once something was built on it, such as a result of an entry."
      confirm="Take it back"
      form={form}
      onClose={onClose}
    />
  )
}

function Ready({ task_id, exported: { rows, file_name } }: { task_id: number; exported: Exported }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="success" title={formatCount(rows, { one: 'row', several: 'rows' })}>
        {file_name} is kept for a month. Text that a spreadsheet could read as a formula starts with an apostrophe. An
        import removes it again.
      </Notice>
      <div>
        <DownloadButton task_id={task_id} primary>
          Download {file_name}
        </DownloadButton>
      </div>
    </div>
  )
}

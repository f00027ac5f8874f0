import { useState } from 'react'
import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import {
  getOrganizerLeague,
  getOrganizerSeason,
  getOverview,
  listOrganizerSeasons,
  readSeasonClosing,
} from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useNavigate, useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { clearObstacle, type ClosingObstacle, type SeasonClosing } from './contract.ts'

type Chosen = { key: string; title: string }

/** Everything in the way of closing a season, each with a way on. */
export default function ClosingPage() {
  const { id = '' } = useParams()
  const season = useRead(getOrganizerSeason, { params: { id } })
  const closing = useRead(readSeasonClosing, { params: { id } })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [task, setTask] = useState<number | null>(null)
  const name = season.data ? `${season.data.name} ${season.data.year}` : 'the season'
  return (
    <Screen
      title={`Close ${name}`}
      kicker={<TextLink to={deskPaths.season(Number(id))}>Back to the season</TextLink>}
      lead="No more matches count in a closed season, and its play-offs can be created. To open it again, change its days."
    >
      {task !== null && <Rest task_id={task} onDone={() => void closing.refetch()} />}
      <Loaded
        of={closing}
        loading="Checking what is in the way"
        skeleton={{ kind: 'rows', count: 4 }}
        missing="We could not find this season."
        action={<ButtonLink to={deskPaths.seasons}>All seasons</ButtonLink>}
      >
        {(loaded) => <Closing closing={loaded} onChoose={setChosen} />}
      </Loaded>
      {chosen && (
        <WayDialog
          season_id={Number(id)}
          way={chosen}
          onClose={() => setChosen(null)}
          onTask={setTask}
          onOutdated={() => void closing.refetch()}
        />
      )}
    </Screen>
  )
}

function Closing({ closing, onChoose }: { closing: SeasonClosing; onChoose: (way: Chosen) => void }) {
  const { ready, closed, until, obstacles } = closing
  const after = until === null ? '' : formatDay(until)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {closed && (
        <Notice tone="success" title="This season is closed">
          {ready ? 'Nothing is left to do.' : 'Some things are still open.'}
        </Notice>
      )}
      {!closed && ready && (
        <Notice tone="success" title="Nothing is in the way">
          You can close the season. Its last day is {after}.
        </Notice>
      )}
      {obstacles.length > 0 && (
        <section aria-labelledby="obstacles">
          <h2 id="obstacles" className="lettering mb-2 text-2xl">
            {closed ? 'Still open' : 'In the way'}
          </h2>
          <ol className="border-t-2 border-ink">
            {obstacles.map((obstacle) => (
              <Obstacle key={obstacle.kind} obstacle={obstacle} onChoose={onChoose} />
            ))}
          </ol>
        </section>
      )}
      {until !== null && (
        <div className="flex flex-col items-start gap-2">
          <Button
            variant={ready ? 'primary' : 'danger'}
            onClick={() => onChoose({ key: 'close', title: `Close it after ${after}` })}
          >
            {ready ? 'Close the season' : `Close it anyway, after ${after}`}
          </Button>
          {!ready && (
            <p className="text-sm text-ink-soft">
              Every result that is reported counts. Matches without a score will not, and the play-offs wait for open
              results.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

type ObstacleProps = { obstacle: ClosingObstacle; onChoose: (way: Chosen) => void }

function Obstacle({ obstacle: { text, path, ways }, onChoose }: ObstacleProps) {
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <p>
        {text}{' '}
        <TextLink to={path}>
          Open
          <span className="sr-only">: {text}</span>
        </TextLink>
      </p>
      <div className="flex flex-wrap gap-2">
        {ways.map((way) => (
          <Button key={way.key} size="sm" variant="secondary" onClick={() => onChoose(way)}>
            {way.title}
          </Button>
        ))}
      </div>
    </li>
  )
}

type WayDialogProps = {
  season_id: number
  way: Chosen
  onClose: () => void
  onTask: (task_id: number | null) => void
  onOutdated: () => void
}

function WayDialog({ season_id, way, onClose, onTask, onOutdated }: WayDialogProps) {
  const navigate = useNavigate()
  const go = useAction(clearObstacle, {
    stale: [
      readSeasonClosing,
      ...(way.key === 'delete' ? [] : [getOrganizerSeason]),
      getOrganizerLeague,
      getOverview,
      listOrganizerSeasons,
      listSeasons,
    ],
    onDone: ({ task_id }) => {
      onTask(task_id)
      onClose()
      if (way.key === 'delete') void navigate(deskPaths.seasons)
    },
  })
  const form = useForm({
    schema: clearObstacle.body,
    keep: useFormDraft(`closing-${season_id}-${way.key}`, ['key']),
    initial: { key: way.key, reason: '' },
    onSubmit: (body) =>
      go.submit({ params: { id: season_id }, body }).catch((error: unknown) => {
        // Somebody has changed the season in the meantime: the list shows it.
        onOutdated()
        throw error
      }),
  })
  return (
    <ReasonDialog
      title={`${way.title}?`}
      description={descriptions[way.key] ?? 'The players whom it concerns get an email.'}
      confirm={way.title}
      danger={['close', 'delete', 'void_disputed', 'cancel_playoffs'].includes(way.key)}
      form={form}
      onClose={onClose}
    />
  )
}

const descriptions: Record<string, string> = {
  close: 'No more matches count after that day. To open the season again, change its days.',
  delete: 'It cannot be restored, and it is not created again automatically.',
  end_sale: 'From now on nobody can join. To open the sale again, change the days.',
  check_orders: 'The card service says whether they are paid. Nothing is charged twice.',
  retry_refunds: 'Nothing is refunded twice.',
}

/** The progress of the rest of a way. */
function Rest({ task_id, onDone }: { task_id: number; onDone: () => void }) {
  const { data } = useTask(task_id)
  const isOver = data?.finished_at !== undefined && data.finished_at !== null
  const [told, setTold] = useState(false)
  if (isOver && !told) {
    setTold(true)
    queueMicrotask(onDone)
  }
  return (
    <div className="mb-6">
      <Notice tone={data?.state === 'failed' ? 'error' : isOver ? 'success' : 'info'} announce>
        {data?.state === 'failed'
          ? 'This stopped early. What was done stays done. Please go that way once more.'
          : isOver
            ? 'The rest is done.'
            : `The rest is under way${data ? `: ${data.done} so far` : ''}. You can leave this page.`}
      </Notice>
    </div>
  )
}

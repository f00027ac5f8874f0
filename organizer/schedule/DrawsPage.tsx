import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { listOrganizerChoices } from '#/organizer/matches/contract.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { useTask } from '#/organizer/desk/use-task.web.ts'
import { formatDays } from '#/contract/format.ts'
import { queries, useChange, useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { DrawError } from './DrawError.tsx'
import { drawOutcome, drawSeason, previewDraw, previewDraws, type DrawsPreview } from './contract.ts'
import { formatProblem } from './format.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

const perPage = perPageOf(previewDraws)

/** What a draw of all leagues of a season would change: ?season=&year=, ?area=, and ?task= while it is drawn. */
export default function DrawsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const area = useOrganizerArea()
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const choices = useRead(listOrganizerChoices, {})
  const today = now().toISOString().slice(0, 10).replaceAll('-', '/')
  // The next season to begin, for that is what one draws ahead; else the newest.
  const ahead = choices.data?.seasons.toReversed().find(({ starting_date }) => starting_date >= today)
  const first = ahead ?? choices.data?.seasons[0]
  const season = params.get('season') ?? first?.season_slug ?? ''
  const year = params.get('year') ?? String(first?.year ?? '')
  const asked = { query: { area, season, year, page } }
  const read = useRead(previewDraws, asked, { enabled: season !== '', keepPrevious: true })
  const hrefOf = (changes: Record<string, string>) =>
    `?${new URLSearchParams({ ...Object.fromEntries(params), season, year, ...changes })}`
  const { data } = read
  return (
    <>
      <title>Draw · Deuce</title>
      <PageHeader
        title="Draw"
        lead="A season is drawn automatically on its first day: everyone plays everyone once, spread over its weeks. You can draw it earlier, as soon as enough players have entered. Players who join later get their matches too."
      />
      {choices.data && choices.data.seasons.length > 0 && (
        <SelectField
          label="Season"
          optional="filter"
          className="mb-6 sm:max-w-xs"
          value={`${season} ${year}`}
          options={choices.data.seasons.map((each) => ({
            value: `${each.season_slug} ${each.year}`,
            label: `${each.season} ${each.year}`,
          }))}
          onChange={(event) => {
            const [slug = '', of = ''] = event.currentTarget.value.split(' ')
            void navigate(hrefOf({ season: slug, year: of, page: '1', task: '' }))
          }}
        />
      )}
      <AreaFilter />
      {choices.error ? (
        <ReadError of={choices} />
      ) : data ? (
        <>
          <Draw
            key={data.digest}
            preview={data}
            area={area}
            task_id={Number(params.get('task')) || null}
            onStarted={(task) => void navigate(hrefOf({ task: String(task) }), { replace: true })}
            onChanged={() => {
              // What was drawn has been told.
              void navigate(hrefOf({ task: '' }), { replace: true })
              void read.refetch()
            }}
          />
          <Leagues preview={data} />
          {data.total > perPage && (
            <Pager page={page} perPage={perPage} total={data.total} hrefOf={(next) => hrefOf({ page: String(next) })} />
          )}
        </>
      ) : read.error ? (
        <ReadError of={read} missing="We could not find this season." />
      ) : choices.data?.seasons.length === 0 ? (
        <EmptyState picture="no-league" title="No season">
          There is no season yet.
        </EmptyState>
      ) : (
        <Skeleton kind="rows" count={8} label="Working out the draw" />
      )}
    </>
  )
}

type DrawProps = {
  preview: DrawsPreview
  area: string | undefined
  task_id: number | null
  onStarted: (task_id: number) => void
  onChanged: () => void
}

/** The button for all of it, and how far it is. */
function Draw({ preview, area, task_id, onStarted, onChanged }: DrawProps) {
  const [asking, setAsking] = useState(false)
  const task = useTask(task_id)
  const draw = useChange(drawSeason, [getOverview])
  const { season, season_slug, year, digest, added, removed, problem } = preview
  const running = task.data && !task.data.finished_at
  if (running)
    return (
      <Card className="mb-6">
        <Progress label="Leagues drawn" done={task.data.done} total={task.data.total} />
        <p className="mt-4 text-ink-soft">You can leave this page. The draw continues.</p>
      </Card>
    )
  const outcome = drawOutcome.safeParse(task.data?.outcome)
  return (
    <div className="mb-8 flex flex-col items-start gap-4">
      {task.data?.state === 'done' && outcome.success && <Outcome outcome={outcome.data} onLook={onChanged} />}
      {task.data?.state === 'failed' && (
        <Notice tone="error">
          The draw stopped before the end. What was drawn stays. See what is left and draw it.
        </Notice>
      )}
      {draw.error && (
        <DrawError
          error={draw.error}
          onLook={() => {
            draw.reset()
            onChanged()
          }}
        />
      )}
      {!(task.data?.state === 'done' && outcome.success) && (
        <Button reason={formatProblem(problem)} onClick={() => setAsking(true)}>
          {problem === null ? `Draw: ${formatChanges(added, removed)}` : 'Draw'}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Draw ${season} ${year}?`}
        description={`${formatChanges(added, removed)}, exactly as the preview shows. The players see their matches at once.`}
        confirm="Draw it"
        busy={draw.isPending}
        onConfirm={() =>
          draw.mutate(
            { body: { season: season_slug, year, digest, area } },
            {
              onSuccess: ({ task_id: started }) => onStarted(started),
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </div>
  )
}

function Outcome({
  outcome: { added, removed, changed },
  onLook,
}: {
  outcome: { added: number; removed: number; changed: string[] }
  onLook: () => void
}) {
  return (
    <Notice
      tone={changed.length === 0 ? 'success' : 'warn'}
      title={`Drawn: ${formatChanges(added, removed)}`}
      announce
      actions={
        <Button
          variant="secondary"
          onClick={() => {
            void queries.invalidateQueries({ queryKey: [previewDraw.method, previewDraw.path] })
            onLook()
          }}
        >
          See what is left
        </Button>
      }
    >
      {changed.length > 0 && `These leagues changed in the meantime and were not drawn: ${changed.join('; ')}.`}
    </Notice>
  )
}

function formatChanges(added: number, removed: number): string {
  const said = `${added.toLocaleString('en-US')} ${added === 1 ? 'match' : 'matches'} added`
  return removed === 0 ? said : `${said}, ${removed} deleted`
}

function Leagues({ preview }: { preview: DrawsPreview }) {
  if (preview.leagues.length === 0)
    return (
      <EmptyState picture="no-league" title="No league has entries">
        No one has entered {preview.season} {preview.year} here yet.
      </EmptyState>
    )
  return (
    <Table
      caption={`${preview.season} ${preview.year}, ${formatDays(preview.starting_date, preview.ending_date)}`}
      rows={preview.leagues}
      rowKey={({ league_id }) => league_id}
      columns={[
        {
          key: 'league',
          header: 'League',
          rowHeader: true,
          cell: ({ league_id, division_name, area }) => (
            <TextLink to={paths.organizer.draw(league_id)} className="inline-flex min-h-6 items-center">
              {division_name}, {areaName(area)}
            </TextLink>
          ),
        },
        {
          key: 'entries',
          header: 'Entries',
          align: 'right',
          cell: ({ entries, new_entries }) =>
            new_entries === 0 ? entries : new_entries === entries ? `${entries} new` : `${entries}, ${new_entries} new`,
        },
        { key: 'byes', header: 'Byes', cell: ({ byes }) => (byes ? 'One a round' : 'None') },
        { key: 'kept', header: 'Matches now', align: 'right', cell: ({ kept, removed }) => kept + removed },
        { key: 'added', header: 'Added', align: 'right', cell: ({ added }) => added },
        { key: 'removed', header: 'Deleted', align: 'right', cell: ({ removed }) => removed },
        { key: 'problem', header: 'To do', cell: ({ problem }) => formatProblem(problem) ?? 'Can be drawn' },
      ]}
    />
  )
}

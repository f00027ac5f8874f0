import type { ReactNode } from 'react'
import { useParams } from '#/web/router.tsx'
import { formatMoment } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useFollowed } from '#/organizer/desk/use-task.web.ts'
import { getBulkReport } from '#/organizer/calls.gen.ts'
import { readOf } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { BulkItem, BulkReport } from './contract.ts'
import { formatThings, kindOfAct } from '#/organizer/desk/bulk-contract.ts'

/** An act on many things: its progress, and what has become of each. */
export default function BulkReportPage() {
  const { task_id = '' } = useParams()
  const id = Number(task_id)
  const read = useFollowed({
    id: Number.isInteger(id) ? id : null,
    read: readOf(getBulkReport, { params: { task_id: id } }),
    isFinished: ({ finished_at, items }) => finished_at !== null && !items.some(({ state }) => state === 'refunding'),
  })
  return (
    <Screen
      title={read.data ? titles[read.data.act] : 'Report'}
      lead={read.data && `“${read.data.reason}”, ${formatMoment(read.data.created_at)}`}
    >
      <Loaded of={read} loading="Loading the report" missing="We could not find this report.">
        {(report) => <Report report={report} task_id={id} />}
      </Loaded>
    </Screen>
  )
}

const titles: Record<BulkReport['act'], string> = {
  move: 'Moving entries',
  withdraw: 'Withdrawing entries',
  limit: 'Limits of leagues',
  walkover: 'Walkovers',
  merge_leagues: 'Merging leagues',
  cancel_league: 'Canceling leagues',
  close: 'Closing seasons',
  message: 'Message',
}

const backs: Record<BulkItem['kind'], { to: string; label: string }> = {
  entry: { to: deskPaths.entries, label: 'See the entries' },
  league: { to: deskPaths.seasons, label: 'See the seasons' },
  match: { to: deskPaths.matches, label: 'See the matches' },
  season: { to: deskPaths.seasons, label: 'See the seasons' },
  player: { to: deskPaths.players, label: 'See the players' },
}

function Report({ report, task_id }: { report: BulkReport; task_id: number }) {
  const { act, state, done, total, finished_at, items, message_id } = report
  const left = items.filter((item) => item.state === 'left')
  const others = items.filter((item) => item.state !== 'left')
  const carried = others.filter((item) => item.state !== 'waiting' && item.kind === kindOfAct[act]).length
  const back = backs[kindOfAct[act]]
  return (
    <div className="flex max-w-prose flex-col gap-6">
      {finished_at === null ? (
        <div className="flex flex-col gap-4">
          <Progress label={state === 'waiting' ? 'Starting in a moment' : 'Steps done'} done={done} total={total} />
          <p className="text-ink-soft">
            You can leave this page. The work continues, and this address keeps the report.
          </p>
        </div>
      ) : (
        <Notice
          tone={state === 'failed' ? 'error' : left.length > 0 ? 'warn' : 'success'}
          title={state === 'failed' ? 'This stopped early' : `Done: ${formatThings(act, carried)}`}
          announce
        >
          {state === 'failed'
            ? 'What is done so far stays. Please choose the rest again.'
            : left.length > 0
              ? `${left.length} left out. Each is listed with the reason.`
              : 'Nothing was left out.'}
        </Notice>
      )}
      {left.length > 0 && (
        <Items title={`Left out (${left.length})`}>
          {left.map((item) => (
            <Item key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </Items>
      )}
      {others.length > 0 && (
        <Items title="What was done">
          {others.map((item) => (
            <Item key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </Items>
      )}
      <div className="flex flex-wrap gap-3">
        {message_id !== null && <ButtonLink to={deskPaths.message(message_id)}>See what became of it</ButtonLink>}
        <ButtonLink variant={message_id === null ? 'primary' : 'secondary'} to={back.to}>
          {back.label}
        </ButtonLink>
        <ButtonLink variant="secondary" to={deskPaths.auditLogOf(`task ${task_id}`)}>
          See it in the audit log
        </ButtonLink>
      </div>
    </div>
  )
}

function Items({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="lettering pb-2 text-lg">{title}</h2>
      <ul className="flex flex-col">{children}</ul>
    </section>
  )
}

const stateWords = { waiting: 'Waiting', done: 'Done', refunding: 'Refund on its way', left: 'Left out' } as const

function Item({ item }: { item: BulkItem }) {
  const { kind, id, text, state, why } = item
  const path = pathOf(kind, id)
  return (
    <li className="flex flex-col gap-1 border-b border-line bg-surface p-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 wrap-anywhere">{why ?? text}</span>
        <Badge tone={state === 'done' ? 'good' : state === 'left' ? 'warn' : 'neutral'}>{stateWords[state]}</Badge>
      </span>
      {why !== null && text !== '' && <span className="text-sm text-ink-soft wrap-anywhere">{text}</span>}
      {path !== null && (
        <span className="text-sm">
          <TextLink to={path}>
            Open<span className="sr-only">: {why ?? text}</span>
          </TextLink>
        </span>
      )}
    </li>
  )
}

function pathOf(kind: BulkItem['kind'], id: number): string | null {
  switch (kind) {
    case 'entry':
      return deskPaths.entry(id)
    case 'match':
      return deskPaths.match(id)
    case 'season':
      return deskPaths.season(id)
    case 'player':
      return deskPaths.player(id)
    case 'league':
      return null
  }
}

import type { ReactNode } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatMoment, formatTotal } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getOverview, getToDo, retryPaymentRefund } from '#/organizer/calls.gen.ts'
import type { Figures, OverviewSeason } from '#/organizer/desk/contract.ts'
import { useAction } from '#/web/action.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { ToDo } from './contract.ts'

type ToDoListProps = { season: OverviewSeason; area: string | undefined; figures: Figures; toDo: ToDo }

/** The first things to do, each with its act. */
export function ToDoList({ season, area, figures, toDo }: ToDoListProps) {
  const of = { area, season: season.season_slug, year: season.year }
  const { disputes, refunds, bounced, small } = toDo
  const isDone = disputes.length + refunds.length + bounced.total + small.total + figures.overdue === 0
  return (
    <Card as="section" className="mb-6 flex flex-col gap-6">
      <h2 className="lettering text-xl">To do</h2>
      {isDone && <p>Nothing waits for you. Enjoy the game.</p>}
      <Kind
        title={formatTotal(figures.disputed, 'result is disputed', 'results are disputed')}
        all={deskPaths.matchesOf({ ...of, state: 'disputed' })}
        items={disputes}
        row={({ id, one, two, reason, since }) => (
          <Item
            key={id}
            title={`${one} – ${two}`}
            note={[reason, formatMoment(since)].filter(Boolean).join(' · ')}
            acts={
              <ButtonLink size="sm" to={deskPaths.match(id)}>
                Settle<span className="sr-only"> {`${one} – ${two}`}</span>
              </ButtonLink>
            }
          />
        )}
      />
      <Kind
        title={formatTotal(figures.failed_refunds, 'refund failed', 'refunds failed')}
        all={deskPaths.paymentsOf({ ...of, refund: 'failed' })}
        items={refunds}
        row={(refund) => (
          <Item
            key={refund.id}
            title={`${formatAmount(refund.amount)} to ${refund.player}`}
            acts={
              <>
                <RetryButton refund={refund} />
                <ButtonLink size="sm" variant="secondary" to={deskPaths.payment(refund.order_id)}>
                  Look at the order
                </ButtonLink>
              </>
            }
          />
        )}
      />
      <Kind
        title={formatTotal(figures.overdue, 'match is overdue', 'matches are overdue')}
        items={figures.overdue > 0 ? [figures] : []}
        row={() => (
          <Item
            key="overdue"
            title="Past their window"
            acts={
              <>
                <ButtonLink size="sm" to={deskPaths.unplayed(of)}>
                  Settle them
                </ButtonLink>
                <ButtonLink
                  size="sm"
                  variant="secondary"
                  to={deskPaths.newMessage({ area, season: season.id, who: 'not_played' })}
                >
                  Message those who have not played
                </ButtonLink>
              </>
            }
          />
        )}
      />
      <Kind
        title={formatTotal(small.total, 'league is too small', 'leagues are too small')}
        all={deskPaths.season(season.id)}
        items={small.leagues}
        row={({ id, name, area: slug, entries }) => (
          <Item
            key={id}
            title={`${name}, ${areaName(slug)}`}
            note={formatTotal(entries, 'entry', 'entries')}
            acts={
              <>
                <ButtonLink size="sm" to={deskPaths.league(id, 'limit')}>
                  Set the limit
                </ButtonLink>
                <ButtonLink size="sm" variant="secondary" to={deskPaths.newMessage({ league: id })}>
                  Message
                </ButtonLink>
                <ButtonLink size="sm" variant="secondary" to={deskPaths.season(season.id)}>
                  Merge
                </ButtonLink>
              </>
            }
          />
        )}
      />
      <Kind
        title={formatTotal(bounced.total, 'player gets no email', 'players get no email')}
        items={bounced.players}
        row={({ id, name, since }) => (
          <Item
            key={id}
            title={name}
            note={`Refused by their mail server, ${formatMoment(since)}`}
            acts={
              <ButtonLink size="sm" variant="secondary" to={deskPaths.player(id)}>
                Correct the email<span className="sr-only"> of {name}</span>
              </ButtonLink>
            }
          />
        )}
      />
    </Card>
  )
}

type KindProps<T> = { title: string; all?: string; items: readonly T[]; row: (item: T) => ReactNode }

function Kind<T>({ title, all, items, row }: KindProps<T>) {
  if (items.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-[650]">{title}</h3>
        {all !== undefined && (
          <TextLink to={all} className="inline-flex min-h-6 items-center">
            Show all<span className="sr-only">: {title}</span>
          </TextLink>
        )}
      </div>
      <ul className="flex flex-col gap-3">{items.map(row)}</ul>
    </section>
  )
}

function Item({ title, note, acts }: { title: string; note?: string; acts: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span>{title}</span>
        {note && <span className="text-sm text-ink-soft">{note}</span>}
      </span>
      <span className="flex flex-wrap items-center gap-2">{acts}</span>
    </li>
  )
}

function RetryButton({ refund }: { refund: ToDo['refunds'][number] }) {
  const retry = useAction(retryPaymentRefund, { stale: [getToDo, getOverview] })
  return (
    <Button size="sm" busy={retry.busy} onClick={() => retry.run({ params: { id: refund.id } })}>
      Try again<span className="sr-only"> to refund {refund.player}</span>
    </Button>
  )
}

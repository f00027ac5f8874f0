import type { ReactNode } from 'react'
import { useChanged } from './updates.ts'
import { Scoreboard, type SetScore, type Side } from './Scoreboard.tsx'

type MatchCardProps = {
  /** 'Upcoming match' or 'Past match'. */
  title: string
  sides: readonly [Side, Side]
  sets?: readonly SetScore[]
  /** The sport's word for a set. */
  word: string
  winner?: 0 | 1 | null
  /** The date with the weekday, or 'No date yet'. */
  when: ReactNode
  where?: ReactNode
  /** The league, or the kind of match. */
  league?: ReactNode
  /** Badges: Unconfirmed, Retired. */
  badge?: ReactNode
  /** A sentence about the match. */
  note?: ReactNode
  /** The three-dot menu. */
  menu?: ReactNode
  /** Buttons: Submit score, Confirm. */
  actions?: ReactNode
  level?: 2 | 3
  /** The card's data: when it changes without the reader's action, the card is highlighted. */
  of?: unknown
}

/** One match: title, sides, date and actions. A played one has a scoreboard. */
export function MatchCard({
  title,
  sides,
  sets = [],
  word,
  winner = null,
  when,
  where,
  league,
  badge,
  note,
  menu,
  actions,
  level = 3,
  of = null,
}: MatchCardProps) {
  const Heading = `h${level}` as const
  const changed = useChanged(of)
  return (
    <article className={`${changed} flex flex-col gap-3 rounded-md border border-line bg-surface p-3 sm:p-4`}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 pl-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading className="lettering text-lg">{title}</Heading>
            {badge}
          </div>
          {league && <p className="text-sm text-ink-soft">{league}</p>}
        </div>
        {menu && <div className="-mt-1 -mr-1">{menu}</div>}
      </div>
      {sets.length === 0 ? (
        <Sides sides={sides} />
      ) : (
        <Scoreboard
          sides={sides}
          word={word}
          sets={sets}
          winner={winner}
          caption={`${sides[0].name} against ${sides[1].name}`}
        />
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 px-1 text-sm">
        <div className="flex gap-1.5">
          <dt className="shrink-0 text-ink-soft">When</dt>
          <dd className="tabular font-[620]">{when}</dd>
        </div>
        {where && (
          <div className="flex gap-1.5">
            <dt className="shrink-0 text-ink-soft">Where</dt>
            <dd className="font-[620]">{where}</dd>
          </div>
        )}
      </dl>
      {note && <p className="px-1 text-sm text-ink-soft">{note}</p>}
      {actions && <div className="flex flex-wrap gap-3 px-1 pb-1">{actions}</div>}
    </article>
  )
}

/** The two sides of a match that has no score. */
function Sides({ sides }: Pick<MatchCardProps, 'sides'>) {
  return (
    <div className="flex flex-col gap-1.5 px-1">
      {sides.map(({ name, label, partner, partnerLabel, face }, side) => (
        <p key={side} className="flex items-center gap-3">
          {face}
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-[650] wrap-anywhere">
            {label ?? name}
            {partner && <span>and {partnerLabel ?? partner}</span>}
          </span>
        </p>
      ))}
    </div>
  )
}

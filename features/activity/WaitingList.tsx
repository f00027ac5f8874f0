import { endSentence } from '#/rules/outcome.ts'
import { useState } from 'react'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Faces } from '#/features/leagues/Face.tsx'
import { playersOn } from '#/features/matches/format.ts'
import { useChanged } from '#/web/ui/updates.ts'
import type { Waiting } from './contract.ts'
import { formatWaiting } from './format.ts'

/** Items shown before the player asks for all of them. */
const MOST_SHOWN = 5

/** The player's to-dos, most urgent first. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? waiting : waiting.slice(0, MOST_SHOWN)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="lettering mb-3 flex items-baseline gap-3 text-2xl">
        Waiting for you
        {waiting.length > 0 && <span className="figures text-lg text-ink-soft">{waiting.length}</span>}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-ink-soft">Nothing is waiting for you.</p>
      ) : (
        <ul className="flex flex-col gap-2 sm:gap-3">
          {shown.map((each, index) => (
            <WaitingRow key={keyOf(each)} waiting={each} isFirst={index === 0} />
          ))}
        </ul>
      )}
      {shown.length < waiting.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {waiting.length}
        </Button>
      )}
    </section>
  )
}

function WaitingRow({ waiting, isFirst }: { waiting: Waiting; isFirst: boolean }) {
  const { title, outcome, text, label, to } = formatWaiting(waiting)
  const changed = useChanged(waiting)
  const { match } = waiting
  return (
    <li
      className={`${changed} flex flex-col gap-2 rounded-sm border border-l-4 border-line border-l-warn bg-surface px-3 py-2.5 sm:flex-row sm:items-center sm:justify-between sm:gap-3 sm:p-4`}
    >
      <div className="flex min-w-0 items-center gap-3">
        {match !== null && match.my_side !== null && <Faces of={playersOn(match.my_side === 1 ? 2 : 1, match)} />}
        <div className="min-w-0">
          <h3 className="font-[680] wrap-anywhere">{title}</h3>
          <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
            {outcome && (
              <>
                {outcome.text}, <span className="tabular whitespace-nowrap">{endSentence(outcome.score)}</span>{' '}
              </>
            )}
            {text}
          </p>
        </div>
      </div>
      <ButtonLink to={to} variant={isFirst ? 'primary' : 'secondary'} className="shrink-0 self-start sm:self-center">
        {label}
        <span className="sr-only">: {title}</span>
      </ButtonLink>
    </li>
  )
}

function keyOf({ kind, match, order_id, league }: Waiting): string {
  return [kind, match?.id ?? order_id ?? Object.values(league).join(' ')].join(' ')
}

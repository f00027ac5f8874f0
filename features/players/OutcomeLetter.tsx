import { Link } from '#/web/router.tsx'
import { formatDay } from '#/contract/format.ts'
import type { Outcome } from './compare.ts'

const outcomes = {
  won: { letter: 'W', word: 'Won', verb: 'Beat', look: 'bg-good-soft text-good border-good/40' },
  lost: { letter: 'L', word: 'Lost', verb: 'Lost to', look: 'bg-bad-soft text-bad border-bad/40' },
  tied: { letter: 'T', word: 'Tied', verb: 'Tied with', look: 'bg-sunk text-ink-soft border-edge/50' },
} as const

const look = 'grid size-7 place-items-center sm:size-8 rounded-sm border font-[680]'

/** W, L or T. */
export function OutcomeLetter({ outcome }: { outcome: Outcome }) {
  const { letter, word, look: color } = outcomes[outcome]
  return (
    <span className={`${look} ${color} shrink-0`}>
      <span aria-hidden="true">{letter}</span>
      <span className="sr-only">{word}</span>
    </span>
  )
}

type FormStripProps = {
  /** Newest first. */
  form: readonly {
    match_id: number
    outcome: Outcome
    opponent: string
    score_line: string
    match_date: string
  }[]
  resultHref: (match_id: number) => string
}

/** The last results as the letters W, L and T, each a link to the result. */
export function FormStrip({ form, resultHref }: FormStripProps) {
  if (form.length === 0) return <span className="text-ink-soft">Nothing yet</span>
  return (
    <ol className="flex flex-wrap gap-1 sm:gap-1.5">
      {form.map(({ match_id, outcome, opponent, score_line, match_date }) => {
        const { letter, verb, look: color } = outcomes[outcome]
        const sentence = `${verb} ${opponent}, ${score_line}, ${formatDay(match_date)}`
        return (
          <li key={match_id}>
            <Link to={resultHref(match_id)} title={sentence} className={`${look} ${color}`}>
              <span aria-hidden="true">{letter}</span>
              <span className="sr-only">{sentence}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

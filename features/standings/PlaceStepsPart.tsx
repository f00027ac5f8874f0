import { formatOrdinal } from '#/contract/locale.ts'
import type { PlaceStep } from './place-contract.ts'
import { formatFigure, formatOutcome } from './place-format.ts'

type PlaceStepsPartProps = {
  steps: readonly PlaceStep[]
  /** Whether the league is a ladder, where positions are won by challenges. */
  ladder: boolean
  entry_id: number
}

/** The tie-breaks that decided a position, in order. */
export function PlaceStepsPart({ steps, ladder, entry_id }: PlaceStepsPartProps) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="lettering text-lg">How the place was decided</h3>
      {steps.length === 0 && (
        <p>
          {ladder
            ? 'On a ladder, places are won by challenges: a player who beats somebody above takes that place.'
            : 'There is nobody else in this league yet.'}
        </p>
      )}
      <ol className="flex flex-col gap-5">
        {steps.map((step, index) => (
          <li key={index} className="border-l-4 border-ink pl-3 sm:pl-4">
            <h4 className="font-[680]">
              {index + 1}. {step.title}
            </h4>
            <p className="text-ink-soft">{step.sentence}</p>
            <Figures step={step} entry_id={entry_id} />
            <p className="mt-2">{formatOutcome(step, entry_id)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Up to this many figures are all shown; otherwise only those near the entry. */
const fewEnough = 8

function Figures({ step, entry_id }: { step: PlaceStep; entry_id: number }) {
  const near = nearOf(step, entry_id)
  const hidden = step.figures.length - near.length
  return (
    <>
      <ul className="mt-2 flex flex-col">
        {near.map((figure) => (
          <li
            key={figure.entry_id}
            className={`flex justify-between gap-4 border-b border-line px-2 py-1 ${figure.entry_id === entry_id ? 'bg-live/25 font-[650]' : ''}`}
          >
            <span className="min-w-0">{figure.name}</span>
            <span className="tabular whitespace-nowrap">
              {step.code === 'lot'
                ? `${formatOrdinal(step.figures.indexOf(figure) + 1)} drawn`
                : step.skipped
                  ? `has met ${figure.value}`
                  : formatFigure(figure)}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-1 px-2 text-sm text-ink-soft">
          {hidden} further away {hidden === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
    </>
  )
}

/** Figures of entries still tied with this one, and the next ones above and below. */
function nearOf({ figures, groups }: PlaceStep, entry_id: number): PlaceStep['figures'] {
  if (figures.length <= fewEnough) return figures
  const at = groups.findIndex((group) => group.includes(entry_id))
  const level = groups[at] ?? []
  const first = figures.findIndex((figure) => level.includes(figure.entry_id))
  return figures.slice(Math.max(0, first - 1), first + level.length + 1)
}

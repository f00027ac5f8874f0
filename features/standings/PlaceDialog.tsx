import type { ReactNode } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import { areaName } from '#/contract/areas.ts'
import { formatDay, formatOrdinal } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { explainPlace, type PlaceNeeds, type PlaceStep } from './place-contract.ts'
import { formatFigure, formatNeeds, formatOutcome, formatPlaces, statusWords } from './place-format.ts'

type Place = Reply<typeof explainPlace>

/** Why an entry has its place, step by step, and what it still needs for the play-offs. */
export function PlaceDialog({
  league_id,
  entry_id,
  onClose,
}: {
  league_id: number
  entry_id: number
  onClose: () => void
}) {
  const read = useRead(explainPlace, { query: { league_id, entry_id } })
  const place = read.data
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={place ? `Why ${formatOrdinal(place.rank)}?` : 'Why this place?'}
      description={
        place &&
        `${place.name}${place.is_me ? ' (you)' : ''} is ${formatOrdinal(place.rank)} of ${place.total}: ${place.level_name}, ${place.league_name} ${place.year}, ${areaName(place.area)}.`
      }
    >
      {place ? (
        <div className="flex flex-col gap-7">
          <Needs needs={place.needs} />
          <Steps place={place} />
        </div>
      ) : read.error ? (
        <ReadError of={read} missing="This entry is no longer in the league." />
      ) : (
        <Skeleton count={6} label="Working it out" />
      )}
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="lettering text-lg">{title}</h3>
      {children}
    </section>
  )
}

function Needs({ needs }: { needs: PlaceNeeds }) {
  const [news, ...more] = formatNeeds(needs)
  const { next } = needs
  return (
    <Part title="What it takes for the play-offs">
      <p className="font-[650]">{news}</p>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {next && (
        <dl className="flex flex-col rounded-sm border border-line">
          <div className="border-b border-line px-3 py-2 text-ink-soft">
            <dt className="inline">Next match: </dt>
            <dd className="inline text-ink">
              {next.opponent}
              {next.match_date && `, ${formatDay(next.match_date)}`}
            </dd>
          </div>
          {(
            [
              ['A win', next.won],
              ['A loss', next.lost],
            ] as const
          ).map(([term, after]) => (
            <div
              key={term}
              className="flex flex-wrap justify-between gap-x-4 px-3 py-2 not-last:border-b not-last:border-line"
            >
              <dt className="font-[650]">{term}</dt>
              <dd className="tabular">
                {formatPlaces(after)}, {statusWords[after.status]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!needs.season_over && (
        <p className="text-sm text-ink-soft">
          Counted from the results so far, the matches on the schedule and one against each opponent without a match.
          Ties on wins count as undecided until the season is over.
        </p>
      )}
    </Part>
  )
}

function Steps({ place }: { place: Place }) {
  return (
    <Part title="How the place was decided">
      {place.steps.length === 0 && <p>There is nobody else in this league yet.</p>}
      <ol className="flex flex-col gap-5">
        {place.steps.map((step, index) => (
          <li key={index} className="border-l-4 border-ink pl-3 sm:pl-4">
            <h4 className="font-[680]">
              {index + 1}. {step.title}
            </h4>
            <p className="text-ink-soft">{step.sentence}</p>
            <Figures step={step} entry_id={place.entry_id} />
            <p className="mt-1.5">{formatOutcome(step, place.entry_id)}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** Up to this many figures, all are shown; otherwise only those near the entry. */
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
              {step.code === 'lot' ? `${formatOrdinal(step.figures.indexOf(figure) + 1)} drawn` : formatFigure(figure)}
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

/** Figures of the entries that stay tied with this one, and the next ones above and below. */
function nearOf({ figures, groups }: PlaceStep, entry_id: number): PlaceStep['figures'] {
  if (figures.length <= fewEnough) return figures
  const at = groups.findIndex((group) => group.includes(entry_id))
  const level = groups[at] ?? []
  const first = figures.findIndex((figure) => level.includes(figure.entry_id))
  return figures.slice(Math.max(0, first - 1), first + level.length + 1)
}

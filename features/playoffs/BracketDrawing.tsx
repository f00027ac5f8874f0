import { useRef, useState } from 'react'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { BracketBye, BracketMatch, type BracketEntry } from './BracketMatch.tsx'
import type { StageOfPlayoffs } from './contract.ts'
import { formatShortDay } from '#/contract/format.ts'
import { sideOf, splitThirdPlace, THIRD_PLACE } from './format.ts'

type BracketDrawingProps = {
  stages: readonly StageOfPlayoffs[]
  /** Names the drawing for screen readers. */
  label?: string
  /** The page of a stage. Null if stages have none. */
  stageHref: ((stage: number) => string) | null
}

/** The number of rounds that fit beside each other on a wide screen. */
const MOST_SIDE_BY_SIDE = 4

/**
 * The whole bracket, a column for each round, with each match between the two it follows from. On a narrow screen
 * rounds are swiped; the buttons above scroll to a round too.
 */
export function BracketDrawing({ stages, label = 'Drawn bracket', stageHref }: BracketDrawingProps) {
  const box = useRef<HTMLElement>(null)
  const rounds = stages.filter(({ stage, rows }) => stage < 4 && rows.length > 0)
  const first = rounds[0]?.stage ?? 3
  const isWide = rounds.length > MOST_SIDE_BY_SIDE
  const [shown, setShown] = useState(first)

  /**
   * Keeps the current round while it is fully visible. Otherwise the current round is the one at the left edge, or the
   * last one at the end.
   */
  function updateShown(): void {
    const { current } = box
    if (!current) return
    const { left, right } = current.getBoundingClientRect()
    const columns = Array.from(current.children, (column) => column.getBoundingClientRect())
    const kept = columns[rounds.findIndex(({ stage }) => stage === shown)]
    if (kept && kept.left >= left && kept.right <= right) return
    const atEnd = current.scrollLeft + current.clientWidth >= current.scrollWidth - 2
    const index = columns.findIndex((column) => column.right - left > current.clientWidth / 3)
    setShown((atEnd ? rounds.at(-1) : rounds[index])?.stage ?? first)
  }

  function scrollTo(stage: number): void {
    const column = box.current?.children[rounds.findIndex((round) => round.stage === stage)]
    if (!box.current || !column) return
    const left = column.getBoundingClientRect().left - box.current.getBoundingClientRect().left + box.current.scrollLeft
    // CSS animates the scrolling, except for people who prefer reduced motion.
    box.current.scrollTo({ left: left - 16 })
    setShown(stage)
  }

  return (
    <>
      {rounds.length > 1 && (
        <fieldset className={`mb-3 flex flex-wrap gap-2 print:hidden ${isWide ? '' : 'lg:hidden'}`}>
          <legend className="sr-only">{stageHref ? 'Rounds' : 'Rounds of the consolation'}</legend>
          {rounds.map(({ stage, name }) => (
            <button
              key={stage}
              type="button"
              aria-pressed={stage === shown}
              onClick={() => scrollTo(stage)}
              className="min-h-11 flex-1 rounded-sm border border-edge px-2 text-sm font-[620] aria-pressed:border-action aria-pressed:bg-action aria-pressed:text-on-action"
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <section
        ref={box}
        onScroll={updateShown}
        aria-label={label}
        className="flex [scroll-snap-type:x_mandatory] scroll-px-4 gap-6 overflow-x-auto rounded-md print:block border border-line bg-sunk p-4 motion-safe:scroll-smooth"
      >
        {rounds.map(({ stage, name, date, rows }) => (
          <section
            key={stage}
            aria-label={name}
            className={`flex w-[min(72vw,17rem)] shrink-0 snap-start flex-col ${isWide ? '' : 'lg:w-auto lg:flex-1'}`}
          >
            <h3 className="mb-3 flex items-baseline justify-between gap-3 font-[650]">
              {stageHref ? <TextLink to={stageHref(stage)}>{name}</TextLink> : <span>{name}</span>}
              {date && <span className="text-sm font-normal text-ink-soft">{formatShortDay(date)}</span>}
            </h3>
            <ol className="grid flex-1 auto-rows-[1fr] gap-y-3">
              {Array.from({ length: 2 ** (3 - stage) }, (_, index) => index + 1).map((slot) => {
                const row = rows.find((each) => each.slot === slot)
                return (
                  <li key={slot} className={`relative flex items-center ${linesOf(stage, first, slot)}`}>
                    {row ? <BracketMatch row={row} /> : <BracketBye entry={afterBye(stages, stage, slot)} />}
                  </li>
                )
              })}
            </ol>
            {(stageHref ? splitThirdPlace({ stage, rows })[1] : []).map((row) => (
              <div key={row.slot} className="relative mt-4">
                <h4 className="mb-3 font-[650]">{THIRD_PLACE}</h4>
                <BracketMatch row={row} />
              </div>
            ))}
          </section>
        ))}
      </section>
    </>
  )
}

/** The line to the next round goes right, then down (odd slots) or up (even slots) to the middle of the pair; a short one comes from the previous round. */
function linesOf(stage: number, first: number, slot: number): string {
  const from =
    stage > first ? 'before:absolute before:top-1/2 before:-left-3 before:w-3 before:border-t-2 before:border-edge' : ''
  const to =
    slot % 2 === 1
      ? 'after:absolute after:top-1/2 after:-right-3 after:h-[calc(50%+0.4375rem)] after:w-3 after:border-t-2 after:border-r-2 after:border-edge'
      : 'after:absolute after:bottom-1/2 after:-right-3 after:h-[calc(50%+0.4375rem)] after:w-3 after:border-r-2 after:border-b-2 after:border-edge'
  return `${from} ${stage < 3 ? to : ''}`
}

/** The entry that advances from a slot without a match (a bye): the side that it becomes in the next round. */
function afterBye(stages: readonly StageOfPlayoffs[], stage: number, slot: number): BracketEntry | null {
  const next = stages.find((each) => each.stage === stage + 1)?.rows.find((row) => row.slot === Math.ceil(slot / 2))
  return next ? sideOf(next, slot % 2 === 1 ? 'player_one' : 'player_two') : null
}

import type { LiveState } from '#/rules/live-scoring.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { Ball } from '#/web/ui/Ball.tsx'
import { SetHeads } from '#/web/ui/SetHeads.tsx'
import type { Followed } from './contract.ts'
import { formatEnd, formatMoment, formatServe } from './format.ts'

type LiveBoardProps = { match: Pick<Followed, 'player_one' | 'player_two' | 'sport'>; state: LiveState }

/** The live score, legible in sunlight: sets, points, the server, and what is at stake. */
export function LiveBoard({ match: { player_one, player_two, sport }, state }: LiveBoardProps) {
  const names = [player_one, player_two] as const
  const { sets, called, server, over, playing } = state
  const hasPoints = !over && (playing === 'game' || playing === 'tie_break')
  const isInPoints = !over && !hasPoints
  const isTight = sets.length > 3
  const narrow = isTight ? 'w-7 @sm:w-9' : 'w-9 @sm:w-15'
  const wide = 'w-16 @lg:w-20'
  return (
    <section aria-label="Score" className="on-board @container rounded-md border border-board-line p-3 sm:p-5">
      <table className="w-full table-fixed border-separate [border-spacing:0.25rem]">
        <caption className="sr-only">
          {player_one} against {player_two}
        </caption>
        <colgroup>
          <col />
          {sets.map((_, index) => (
            <col key={index} className={isInPoints && index === sets.length - 1 ? wide : narrow} />
          ))}
          {hasPoints && <col className={wide} />}
        </colgroup>
        <thead className="text-xs text-on-board-soft">
          <tr>
            <SetHeads count={sets.length} word={sportWords[sport].set} />
            {hasPoints && (
              <th scope="col" className="text-center font-[620]">
                Points
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => (
            <tr key={row}>
              <th scope="row" className="py-1 text-left align-middle hyphens-auto">
                <span className="flex items-center gap-2">
                  <span className="lettering min-w-0 flex-1 text-lg leading-[1.1] break-words @sm:text-xl">
                    {name}
                    {over?.winner === row + 1 && <span className="sr-only">, winner</span>}
                  </span>
                  <ServeMark on={!over && server === row + 1} />
                </span>
              </th>
              {sets.map((set, index) => {
                const [mine, theirs] = row === 0 ? [set.score_1, set.score_2] : [set.score_2, set.score_1]
                // In a set counted in points, everybody looks at the points.
                const isPoints = isInPoints && index === sets.length - 1
                const look = isPoints
                  ? 'bg-live text-4xl text-on-live'
                  : `bg-board-well text-2xl @sm:text-4xl ${mine > theirs ? 'text-on-board' : 'text-on-board-soft'}`
                return (
                  <td key={index} className={`figures h-16 rounded-sm text-center align-middle ${look}`}>
                    {mine}
                  </td>
                )
              })}
              {hasPoints && (
                <td className="figures h-16 rounded-sm bg-live text-center align-middle text-4xl text-on-live">
                  {called[row]}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Always two lines high, so that the buttons below do not move. */}
      <p className="mt-2 min-h-14 text-lg leading-tight font-[650]">
        {over ? (
          formatEnd(state, names)
        ) : (
          <>
            <span className="flex min-h-7 flex-wrap gap-x-3">
              {formatMoment(state, names, sport).map((each) => (
                <span key={each} className={each === 'Change ends' ? 'rounded-sm bg-live px-2 text-on-live' : ''}>
                  {each}
                </span>
              ))}
            </span>
            <span className="block text-on-board-soft">{formatServe(state, names)}</span>
          </>
        )}
      </p>
    </section>
  )
}

/** The ball beside the server; the other side keeps its space. */
function ServeMark({ on }: { on: boolean }) {
  return (
    <span className="w-4 shrink-0">
      {on && (
        <>
          <Ball className="size-3 @sm:size-4" />
          <span className="sr-only">serves</span>
        </>
      )}
    </span>
  )
}

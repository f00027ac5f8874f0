import { paths } from '#/contract/paths.ts'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import type { Forecast } from '#/features/matches/contract.ts'
import { formatPoints } from '#/features/ratings/format.ts'
import { Card } from '#/web/ui/Card.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

type ForecastPartProps = {
  forecast: Forecast
  /** The name of the side that the figures are of. Null for the reader's. */
  side: string | null
}

/** The outcome that the ratings expect of a match, and its effect on those of its players. */
export function ForecastPart({ forecast: { win, sets_text, if_win, if_loss, others }, side }: ForecastPartProps) {
  const percent = Math.min(99, Math.max(1, Math.round(win * 100)))
  const rows = [{ id: null, name: side ?? 'You', if_win, if_loss }, ...others]
  return (
    <Card as="section" aria-labelledby="forecast">
      <h2 id="forecast" className="lettering text-xl">
        What the ratings expect
      </h2>
      <p className="mt-2">
        {side === null ? 'You win' : `${side} wins`} {percent} of 100 such matches. The most likely score is{' '}
        <span className="figures whitespace-nowrap">{sets_text}</span>.
      </p>
      <table className="tabular mt-3 w-full border-collapse text-left">
        <caption className="sr-only">Points that the match gives or takes</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-soft">
            <th scope="col" className="py-2 font-normal">
              Rating of
            </th>
            <th scope="col" className="px-2 py-2 text-right font-normal">
              {side === null ? 'If you win' : 'If so'}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {side === null ? 'If you lose' : 'If not'}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, ...points }) => (
            <tr key={id} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 font-[650] wrap-anywhere">
                {id === null ? name : <PlayerName player_id={id} name={name} />}
              </th>
              <td className="px-2 py-2 text-right">{formatPoints(points.if_win)}</td>
              <td className="py-2 text-right">{formatPoints(points.if_loss)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm">
        <TextLink to={paths.rating}>How ratings work</TextLink>
      </p>
    </Card>
  )
}

import { formatDays } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import type { DrawPreview, LastPlace } from './contract.ts'
import { formatLast } from './format.ts'

// The lists keep the server's order, and two players may have the same name, so the list index is the key.

type DrawRoundsProps = { rounds: DrawPreview['rounds']; word: 'round' | 'period' }

/** The new matches of each round, or of each period of a box league. */
export function DrawRounds({ rounds, word }: DrawRoundsProps) {
  return (
    <section aria-labelledby="rounds">
      <h2 id="rounds" className="lettering pb-2 text-xl">
        {rounds.length} {rounds.length === 1 ? word : `${word}s`}
      </h2>
      <ol className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {rounds.map(({ round, play_from, play_by, cards, bye }) => (
          <Card as="li" key={round}>
            <h3 className="font-[680]">
              {word === 'period' ? 'Period' : 'Round'} {round}
            </h3>
            <p className="pb-2 text-sm text-ink-soft">{formatDays(play_from, play_by)}</p>
            <ul>
              {cards.map(({ one, two }, index) => (
                <li key={index} className="border-t border-line py-1.5">
                  {one} <span className="text-ink-soft">–</span> {two}
                </li>
              ))}
              {bye && <li className="border-t border-line py-1.5 text-ink-soft">Bye: {bye}</li>}
            </ul>
          </Card>
        ))}
      </ol>
    </section>
  )
}

/** `onMove`: moves an entry above the one before it. Null if the order is fixed. */
type MoveProps = { onMove: ((entry_id: number, above_id: number) => void) | null }

type FlightsProps = MoveProps & { group: 'Flight' | 'Box' | null; flights: DrawPreview['flights'] }

/** The players of each flight or box, and who moves. */
export function Flights({ group, flights, onMove }: FlightsProps) {
  const order = flights.flat()
  const words = group === 'Box' ? 'boxes' : 'flights'
  return (
    <section aria-labelledby="flights">
      <h2 id="flights" className="lettering pb-2 text-xl">
        {flights.length} {flights.length === 1 ? group?.toLowerCase() : words}
      </h2>
      <ol className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {flights.map((names, index) => (
          <Card as="li" key={index}>
            <h3 className="pb-2 font-[680]">
              {group} {index + 1}
            </h3>
            <ul>
              {names.map(({ entry_id, name, from, last, rating }, place) => (
                <li key={place} className="border-t border-line py-1.5">
                  {name}
                  {from !== null && (
                    <span className="text-ink-soft">
                      {' '}
                      {from > index + 1 ? 'comes up' : 'comes down'} from {group?.toLowerCase()} {from}
                    </span>
                  )}
                  <Reason last={last} rating={rating} />
                  <MoveUp order={order} entry_id={entry_id} onMove={onMove} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </ol>
    </section>
  )
}

/** The starting order of the ladder. */
export function Ladder({ names, onMove }: MoveProps & { names: DrawPreview['ladder'] }) {
  return (
    <section aria-labelledby="ladder">
      <h2 id="ladder" className="lettering pb-2 text-xl">
        The ladder
      </h2>
      <ol className="list-decimal pl-8">
        {names.map(({ entry_id, name, last, rating }, index) => (
          <li key={index} className="py-1">
            {name}
            <Reason last={last} rating={rating} />
            <MoveUp order={names} entry_id={entry_id} onMove={onMove} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Why an entry is placed there. */
function Reason({ last, rating }: { last: LastPlace; rating: number | null }) {
  const reason = last ? formatLast(last) : rating === null ? null : `Rating ${formatNumber(rating)}`
  return reason && <span className="block text-sm text-ink-soft">{reason}</span>
}

type MoveUpProps = MoveProps & { order: readonly { entry_id: number; name: string }[]; entry_id: number }

/** Moves an entry up one place; the first of a flight or box changes places with the last of the one above. */
function MoveUp({ order, entry_id, onMove }: MoveUpProps) {
  const place = order.findIndex((entry) => entry.entry_id === entry_id)
  const above = order[place - 1]
  if (onMove === null || !above) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`Move up: ${order[place]?.name}`}
      onClick={() => onMove(entry_id, above.entry_id)}
    >
      Move up
    </Button>
  )
}

/** The matches that the draw deletes. */
export function DeletedMatches({ matches }: { matches: DrawPreview['gone'] }) {
  return (
    <section aria-labelledby="gone">
      <h2 id="gone" className="lettering pb-2 text-xl">
        {matches.length} deleted
      </h2>
      <ul className="columns-1 sm:columns-2">
        {matches.map(({ one, two }, index) => (
          <li key={index} className="py-1 text-ink-soft line-through">
            {one} – {two}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { readChances } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { formatBasis, formatChances } from './chances-format.ts'

/**
 * The chances of an entry in the player's league; without `entry_id`, the player's own. Renders nothing in other leagues,
 * and where nothing is open.
 */
export default function Chances({ league_id, entry_id }: { league_id: number; entry_id?: number }) {
  const { data } = useRead(readChances, { params: { id: league_id } })
  const sentence = data && formatChances(data, entry_id ?? data.entry_id)
  if (!data || !sentence) return null
  return (
    <p className="mt-2">
      <span className="font-[650] text-ink">{sentence}</span> <span className="text-ink-soft">{formatBasis(data)}</span>
    </p>
  )
}

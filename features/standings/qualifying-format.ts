import { formatTotal } from '#/contract/format.ts'
import type { Reply } from '#/contract/endpoint.ts'
import type { listFullStandings } from './place-contract.ts'

type Qualifying = Pick<
  Reply<typeof listFullStandings>,
  'group' | 'total' | 'top_half' | 'playoff_matches' | 'playoff_places'
>

/** The qualifying rule for the play-offs, from the season's rules and the league's format. */
export function formatQualifying({ group, total, top_half, playoff_matches, playoff_places }: Qualifying): string {
  const half = group === null ? `The top ${top_half} of ${total}` : `The top half of each ${group.toLowerCase()}`
  const played = playoff_matches === 0 ? '' : ` with ${formatTotal(playoff_matches, 'match', 'matches')} played`
  return `${half}${played} ${group === null && top_half === 1 ? 'qualifies' : 'qualify'} for the play-offs, ${playoff_places} at most.`
}

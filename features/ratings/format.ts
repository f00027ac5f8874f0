/** How a player met another one last: as a partner, or with this outcome. */
export type Meeting = { day: string; partner: boolean; outcome: 'won' | 'lost' | 'tied' }

/** Somebody whose result changed a rating. */
export type Cause = { name: string; met: Meeting; outcome: 'won' | 'lost' | 'tied'; times: number }

const months = 'January February March April May June July August September October November December'.split(' ')
const numbers = 'one two three four five six seven eight nine ten'.split(' ')

export function formatOwnMatch({
  expected,
  result,
  points,
}: {
  expected: string
  result: string
  points: number
}): string {
  return `Expected ${expected}, got ${result}: ${formatPoints(points)}`
}

/**
 * Says how matches of others on a day changed the rating of the player called `whom`, or 'you'. `others`: how many matches beside the
 * cause's. Without a cause, nobody who played has met the player.
 */
export function formatCause({
  cause,
  whom,
  day,
  others,
  points,
}: {
  cause: Cause | null
  whom: string
  day: string
  others: number
  points: number
}): string {
  const change = formatPoints(points)
  if (cause === null) return `Results among opponents of ${whom === 'you' ? 'your' : 'former'} opponents: ${change}`
  const more = others === 0 ? '' : others === 1 ? ', and one other result' : `, and ${others} other results`
  return `${cause.name}, ${formatMeeting(cause.met, whom, day)}, has ${cause.outcome} ${formatTimes(cause.times)}since${more}: ${change}`
}

function formatMeeting({ day, partner, outcome }: Meeting, whom: string, now: string): string {
  const year = day.slice(0, 4)
  const when = `in ${months[Number(day.slice(5, 7)) - 1]}${year === now.slice(0, 4) ? '' : ` ${year}`}`
  if (partner) return `who played with ${whom} ${when}`
  if (outcome === 'won') return `whom ${whom} beat ${when}`
  return outcome === 'lost' ? `who beat ${whom} ${when}` : `who tied with ${whom} ${when}`
}

function formatTimes(times: number): string {
  return times === 0 ? '' : `${numbers[times - 1] ?? times} `
}

/** '+4' or '-3'. */
export function formatPoints(points: number): string {
  return points < 0 ? `${points}` : `+${points}`
}

/** 'tennis-singles' as 'Tennis singles'; among pools of one sport as 'Singles'. */
export function formatPool(pool: string, among: readonly string[] = []): string {
  const [sport = '', kind = ''] = pool.split('-')
  const isOneSport = among.length > 0 && among.every((each) => each.startsWith(`${sport}-`))
  const words = isOneSport ? kind : `${sport.replace('_', ' ')} ${kind}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import type { BulkAct, BulkItem, BulkRequest } from './contract.ts'

/** The kind of the things of each act. */
export const kindOfAct: Record<BulkAct, BulkItem['kind']> = {
  move: 'entry',
  withdraw: 'entry',
  limit: 'league',
  walkover: 'match',
  merge_leagues: 'league',
  cancel_league: 'league',
  close: 'season',
}

const words: Record<BulkItem['kind'], readonly [string, string]> = {
  entry: ['entry', 'entries'],
  league: ['league', 'leagues'],
  match: ['match', 'matches'],
  season: ['season', 'seasons'],
  player: ['player', 'players'],
}

/** '6 entries'. */
export function formatThings(act: BulkAct, count: number): string {
  const [one, several] = words[kindOfAct[act]]
  return `${count} ${count === 1 ? one : several}`
}

/** The whole act as the audit log shows it: 'Moved 6 entries at once'. */
export function formatAct(request: BulkRequest, count: number): string {
  const things = formatThings(request.act, count)
  switch (request.act) {
    case 'move':
      return `Moved ${things} at once`
    case 'withdraw':
      return `Withdrew ${things} at once, ${request.refund ? 'with refunds' : 'without refunds'}`
    case 'limit':
      return request.capacity === null
        ? `Lifted the limit of ${things} at once`
        : `Limited ${things} at once to ${request.capacity}`
    case 'walkover':
      return `Awarded ${things} of one player at once`
    case 'merge_leagues':
      return `Merged ${things} into another`
    case 'cancel_league':
      return `Canceled ${things}, with all refunds`
    case 'close':
      return `Closed ${things} at once`
  }
}

import * as z from 'zod/mini'
import { line } from '#/contract/fields.ts'

/** The body that starts a bulk act: the digest of its preview, and the reason. */
export const bulkStart = z.object({
  digest: z.string().check(z.minLength(1, 'Please look at the preview first.'), z.maxLength(100)),
  reason: line(300, 'Please give a reason for the audit log.'),
})

/** The acts on many things at once. */
export const bulkActs = [
  'move',
  'withdraw',
  'limit',
  'walkover',
  'merge_leagues',
  'cancel_league',
  'close',
  'message',
] as const
export type BulkAct = (typeof bulkActs)[number]

export const bulkKinds = ['entry', 'league', 'match', 'season', 'player'] as const
type BulkKind = (typeof bulkKinds)[number]

/** The kind of the things of each act. */
export const kindOfAct: Record<BulkAct, BulkKind> = {
  move: 'entry',
  withdraw: 'entry',
  limit: 'league',
  walkover: 'match',
  merge_leagues: 'league',
  cancel_league: 'league',
  close: 'season',
  message: 'player',
}

const words: Record<BulkKind, readonly [string, string]> = {
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

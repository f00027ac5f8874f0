import type { CallInput } from '#/contract/endpoint.ts'
import type { PoolName } from '#/features/ratings/contract.ts'
import type { getPlayer } from './page-contract.ts'

/** The input of a player's page for an address: ?pool=. */
export function pageInput(id: string, search: URLSearchParams): CallInput<typeof getPlayer> {
  const pool = search.get('pool')
  return { params: { id }, query: pool === null ? {} : { pool: pool as PoolName } }
}

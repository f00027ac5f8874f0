import { useRead } from '#/web/api.ts'
import { ownersOnly } from './format.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'

/** Why the caller may not change what is of all areas; undefined for an owner. */
export function useOwnersOnly(): string | undefined {
  const { data } = useRead(getOrganizer, {})
  return data?.role === 'owner' ? undefined : ownersOnly
}

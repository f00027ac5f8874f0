import { useRead } from '#/web/api.ts'
import { ownersOnly } from './format.ts'
import { getDesk } from '#/organizer/security/contract.ts'

/** Why the caller may not change what is of all areas; undefined for an owner. */
export function useOwnersOnly(): string | undefined {
  const { data } = useRead(getDesk, {})
  return data?.role === 'owner' ? undefined : ownersOnly
}

import { useRead } from '#/web/api.ts'
import { getOrganizer } from '#/organizer/calls.gen.ts'

/** Why a control is disabled for this organizer: only owners change what all areas share. Undefined for an owner. */
export function useOwnersOnly(): string | undefined {
  const { data } = useRead(getOrganizer, {})
  return data?.role === 'owner' ? undefined : 'Only an owner can change this.'
}

import { getOrganizer } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import type { KeptForm } from '#/web/kept-form.ts'

/**
 * Keeps what this organizer types into a form of the desk, over a reload and the end of the session, until it is sent or
 * given up. `name` says what the form is about; `except` has the fields that are not typed, such as a version.
 */
export function useKept(name: string, except: readonly string[] = []): KeptForm {
  // The frame of the desk has read it before any form opens.
  const { data } = useRead(getOrganizer, {})
  return { name: `${name}-by-${data?.id ?? 'nobody'}`, except }
}

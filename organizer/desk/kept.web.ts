import { getOrganizer } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import type { KeptForm } from '#/web/kept-form.ts'

/**
 * Keeps an organizer's unsent form over a reload and the end of the session, until it is sent or discarded. `name`
 * identifies the form; `except` lists fields that nobody types, such as a version.
 */
export function useKept(name: string, except: readonly string[] = []): KeptForm {
  // The desk's layout has loaded the organizer before any form opens.
  const { data } = useRead(getOrganizer, {})
  return { name: `${name}-by-${data?.id ?? 'nobody'}`, except }
}

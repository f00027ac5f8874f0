import { getOrganizer } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import type { FormDraft } from '#/web/form-draft.ts'

/**
 * Keeps an organizer's unsent form over a reload and the end of the session, until it is sent or discarded. `name`
 * identifies the form; `except` lists fields that nobody types, such as a version.
 */
export function useFormDraft(name: string, except: readonly string[] = []): FormDraft {
  // The desk's layout has loaded the organizer before any form opens.
  const { data } = useRead(getOrganizer, {})
  return { name: `${name}-by-${data?.id ?? 'nobody'}`, except }
}

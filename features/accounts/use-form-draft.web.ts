import { getUser } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import type { FormDraft } from '#/web/form-draft.ts'

/**
 * Keeps a player's unsent form over a reload, a return and the end of the session, until it is sent or the player signs
 * out. Another player in this browser does not see it. Undefined until the player is known.
 */
export function useFormDraft(name: string, except: readonly string[] = []): FormDraft | undefined {
  const { data } = useRead(getUser, {})
  return data && { name: `${name}-by-${data.user.id}`, except }
}

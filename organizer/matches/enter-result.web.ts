import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useAction } from '#/web/action.ts'
import { enterResult } from '#/organizer/calls.gen.ts'
import { readsOfMatches } from './stale.web.ts'

/** Enters a result, and opens its match. */
export function useEnterResult() {
  const navigate = useNavigate()
  return useAction(enterResult, {
    stale: readsOfMatches,
    onDone: ({ id }) => navigate(deskPaths.match(id), { replace: true }),
  })
}

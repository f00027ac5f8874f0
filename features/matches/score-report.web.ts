import { useEffect } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { listStandings, getMatch, getResult, listMyMatches, listResults, reportScore } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { ApiError } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'
import { whenIdle } from '#/web/when-idle.ts'
import { loadReportSchema } from './score-form.web.ts'
import type { ScoreReport } from './unsent-score.web.ts'

/** Loaded with the form, in case the network is lost before submission. */
const loadUnsentScore = () => import('./unsent-score.web.ts')
const loadForOffline = () => Promise.all([loadUnsentScore(), loadReportSchema()])

/** Sends a player's report and opens its result. Without a network it is stored on this device. */
export function useScoreReport() {
  const navigate = useNavigate()
  useEffect(() => whenIdle(() => loadForOffline().catch(() => {})), [])
  const report = useAction(reportScore, {
    stale: [listResults, getResult, listStandings, listMyMatches, getMatch],
    onDone: async (result) => {
      await navigate(paths.result(result.id), { replace: true })
      await import('#/web/install.ts').then(
        ({ noteGoodMoment }) => noteGoodMoment(),
        () => {},
      )
    },
  })
  /** `about`: the reporter and the match. Null if the players determine the match. */
  return async (body: ScoreReport, about: { player_id: number; by: string; match_id: number | null }) => {
    try {
      await report.submit({ body })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error
      const unsentScore = await loadUnsentScore().catch(() => null)
      // If this code failed to load, the form keeps the input.
      if (!unsentScore) throw error
      await unsentScore.keepUntilOnline(body, about, error)
      showToast({ tone: 'good', text: 'Your score is saved on this device and will be sent once you are online.' })
      await navigate(paths.profile, { replace: true })
    }
  }
}

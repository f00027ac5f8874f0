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

/** Loaded with the form, for when the network goes while it is filled in. */
const loadUnsentScore = () => import('./unsent-score.web.ts')
const loadForOffline = () => Promise.all([loadUnsentScore(), loadReportSchema()])

/** Sends a player's report of a score, and leads to its result. Without a network it is kept on this device. */
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
  /** `about`: who reports, and of which match; null: the match follows from the players. */
  return async (body: ScoreReport, about: { player_id: number; match_id: number | null }) => {
    try {
      await report.submit({ body })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error
      const unsentScore = await loadUnsentScore().catch(() => null)
      // Without its code the form keeps what was typed.
      if (!unsentScore) throw error
      await unsentScore.keepUntilOnline(body, about, error)
      showToast({ tone: 'good', text: 'Your score is kept on this device. It is sent when there is a connection.' })
      await navigate(paths.profile, { replace: true })
    }
  }
}

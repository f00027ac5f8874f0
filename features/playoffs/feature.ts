import type { Feature } from '#/server/feature.ts'
import {
  consolationDeclined,
  playoffCountsAgain,
  playoffMatch,
  playoffSetAside,
  playoffsMade,
  playoffsOver,
} from './emails.ts'
import { makeDuePlayoffs, notifyBracket } from './jobs.ts'
import { routes } from './routes.ts'

export const playoffs = {
  routes,
  jobs: { make_playoffs: (app) => makeDuePlayoffs(app.db, app.clock.now()), tell_playoffs: notifyBracket },
  emails: {
    playoffs_made: playoffsMade,
    playoff_match: playoffMatch,
    playoff_set_aside: playoffSetAside,
    playoff_counts_again: playoffCountsAgain,
    consolation_declined: consolationDeclined,
    playoffs_over: playoffsOver,
  },
} satisfies Feature

import { runAction } from '#/server/action.ts'
import { serve } from '#/server/serve.ts'
import { answerQuestions } from './answer.ts'
import * as calls from './contract.ts'
import { listAnswers } from './queries.ts'

export const routes = [
  serve(calls.getAnswers, async ({ params, player, app }) => ({
    answers: await listAnswers(app.db, { player_id: player.id, season_id: params.id }),
  })),

  serve(calls.giveAnswers, async (call) => {
    await runAction(call, ({ tx, player, now }) =>
      answerQuestions(tx, { player_id: player.id, season_id: call.params.id }, call.body.answers, now),
    )
    return { message: 'Thank you. Your answers are saved.' }
  }),
]

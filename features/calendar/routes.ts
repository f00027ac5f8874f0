import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { openCalendar, renewCalendar } from './actions.ts'
import * as calls from './contract.ts'
import { matchEntry, uidHost } from './entries.ts'
import { writeCalendar } from './ics.ts'
import { findDatedMatch } from './queries.ts'
import { organization } from '#/contract/organization.ts'

export const routes = [
  serve(calls.getCalendar, async (call) => ({ url: feedUrl(call.site, await openCalendar(call)) })),

  serve(calls.renewCalendar, async (call) => ({ url: feedUrl(call.site, await renewCalendar(call)) })),

  serve(calls.getMatchCalendar, async ({ app, params, player }) => {
    const match =
      (await findDatedMatch(app.db, { id: params.id, player_id: player.id, host: uidHost(app.config) })) ??
      refuse('not_found')
    const { match_date } = match
    if (match_date === null) refuse('not_found')
    const entry = matchEntry(app.config, { ...match, match_date })
    const text = writeCalendar([entry], { method: 'publish', name: organization().name })
    return { name: `match-${match.id}.ics`, content: piecesOf(text) }
  }),
]

function feedUrl(site: string, token: string): string {
  return `${site}/calendar/${token}.ics`
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text
}

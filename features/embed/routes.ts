import { refuse } from '#/server/refuse.ts'
import { serve, type Call } from '#/server/serve.ts'
import * as calls from './contract.ts'
import {
  findEmbedded,
  readBracket,
  readJoin,
  readResults,
  readSchedule,
  readStandings,
  type EmbeddedLeague,
} from './queries.ts'

/** The league that a call is about, and its reply: what the league is, and what is read of it. Refuses not_found. */
async function answer<T>(
  { app, params, query, now }: Pick<Call<typeof calls.embedStandings>, 'app' | 'params' | 'query' | 'now'>,
  read: (league: EmbeddedLeague) => Promise<T>,
  { for_sale } = { for_sale: false },
): Promise<Omit<EmbeddedLeague, 'league_id' | 'today' | 'format'> & T> {
  const found = (await findEmbedded(app.db, { ...params, ...query }, now, { for_sale })) ?? refuse('not_found')
  const { league_id: _, today: __, format: ___, ...league } = found
  return { ...league, ...(await read(found)) }
}

export const embedRoutes = [
  serve(calls.embedStandings, (call) => answer(call, (league) => readStandings(call.app.db, league)), 'conditional'),
  serve(calls.embedResults, (call) => answer(call, (league) => readResults(call.app.db, league)), 'conditional'),
  serve(
    calls.embedBracket,
    (call) => answer(call, (league) => readBracket(call.app.db, league, call.now)),
    'conditional',
  ),
  serve(calls.embedSchedule, (call) => answer(call, (league) => readSchedule(call.app.db, league)), 'conditional'),
  serve(
    calls.embedJoin,
    (call) => answer(call, (league) => readJoin(call.app.db, league, call.now, call.site), { for_sale: true }),
    'conditional',
  ),
]

import { refuse } from '#/server/refuse.ts'
import { serve, type Call } from '#/server/serve.ts'
import * as calls from './contract.ts'
import { readEmbed, type EmbedReplies } from './queries.ts'

type EmbedCall = Pick<Call<typeof calls.embedStandings>, 'app' | 'params' | 'query' | 'now' | 'site'>

/** Answers a view's call. Refuses not_found. */
async function answer<View extends calls.EmbedView>(
  view: View,
  { app, params, query, now, site }: EmbedCall,
): Promise<EmbedReplies[View]> {
  return (await readEmbed(app.db, view, { ...params, ...query }, { now, site })) ?? refuse('not_found')
}

export const routes = [
  serve(calls.embedStandings, (call) => answer('standings', call), 'etag'),
  serve(calls.embedResults, (call) => answer('results', call), 'etag'),
  serve(calls.embedBracket, (call) => answer('bracket', call), 'etag'),
  serve(calls.embedSchedule, (call) => answer('schedule', call), 'etag'),
  serve(calls.embedJoin, (call) => answer('join', call), 'etag'),
]

import { listSides } from '#/features/leagues/sides.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { queueEmail, startJob } from '#/server/queue.ts'
import { listPlayoffMatches, listSeeds, stateOf } from './bracket-queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

type News = { player_id: number; news: string } & (
  | { email: 'playoffs_made' | 'playoffs_over' }
  | { email: 'playoff_match'; match_id: number }
)

/** Mails the players of a bracket what they have not been told yet: each thing once, whatever is corrected and runs twice. */
export async function tellPlayoffs(app: App, { league_id }: { league_id: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { news, ask_again_at } = await takeNews(tx, league_id, app.clock.now())
    for (const { player_id, ...each } of news)
      if (each.email === 'playoff_match')
        await queueEmail(tx, app.config, each.email, { match_id: each.match_id, player_id })
      else await queueEmail(tx, app.config, each.email, { league_id, player_id })
    if (ask_again_at)
      await startJob(
        tx,
        'tell_playoffs',
        { league_id },
        { key: `tell_playoffs ${league_id} at the end`, run_at: ask_again_at },
      )
  })
}

/** What is to be told, now noted as told. `ask_again_at`: there is a champion, and until then a score can still be answered. */
export async function takeNews(
  tx: Tx,
  league_id: number,
  now: Date,
): Promise<{ news: News[]; ask_again_at: Date | null }> {
  await lockLeague(tx, league_id)
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0) return { news: [], ask_again_at: null }
  const stored = await listPlayoffMatches(tx, league_id)
  const { matches, champion } = stateOf(seeds, stored)
  const standing = seeds.filter(({ withdrawn }) => !withdrawn).map(({ entry_id }) => entry_id)
  const people = standing.length === 0 ? [] : await listSides(tx, standing)
  const playersOf = (entry_id: number | null) =>
    people.filter((each) => each.entry_id === entry_id).map(({ player_id }) => player_id)

  const news: News[] = []
  const welcomed = await note(
    tx,
    league_id,
    people.map(({ player_id }) => ({ player_id, news: 'made', email: 'playoffs_made' })),
  )
  news.push(...welcomed)
  const known = stored
    .filter(({ score_id }) => score_id === null)
    .flatMap(({ id, stage, entry_one_id: one, entry_two_id: two }) =>
      [[one, two] as const, [two, one] as const].flatMap(([mine, other]) =>
        playersOf(mine).map((player_id) => ({
          player_id,
          news: `stage ${stage} against ${other}`,
          email: 'playoff_match' as const,
          match_id: id,
        })),
      ),
    )
  const told = await note(tx, league_id, known)
  // The first email names the first opponent already.
  news.push(...told.filter(({ player_id }) => !welcomed.some((each) => each.player_id === player_id)))

  if (champion === null) return { news, ask_again_at: null }
  const open = stored.flatMap(({ open_until }) => (open_until && open_until > now ? [open_until.getTime()] : []))
  if (open.length > 0) return { news, ask_again_at: new Date(Math.max(...open)) }
  const other = matches.at(-1)?.sides.find((side) => side !== champion) ?? null
  const ends = [
    ...playersOf(champion).map((player_id) => ({ player_id, news: 'champion', email: 'playoffs_over' as const })),
    ...playersOf(other).map((player_id) => ({ player_id, news: 'finalist', email: 'playoffs_over' as const })),
  ]
  news.push(...(await note(tx, league_id, ends)))
  return { news, ask_again_at: null }
}

/** Those of them that are new. */
async function note<N extends News>(tx: Tx, league_id: number, all: readonly N[]): Promise<N[]> {
  if (all.length === 0) return []
  const noted = await tx
    .insertInto('playoff_news')
    .values(all.map(({ player_id, news }) => ({ league_id, player_id, news })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['player_id', 'news'])
    .execute()
  return all.filter((each) => noted.some(({ player_id, news }) => player_id === each.player_id && news === each.news))
}

import { sql } from 'kysely'
import { saleDay } from '#/features/seasons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { workOnEach, startJob } from '#/server/queue.ts'
import { listLeaguesDue, listSeeds, listStoredMatches, toBracketState } from './bracket-queries.ts'
import { makePlayoffs } from './actions.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { isForThirdPlace, isOfConsolation } from '#/rules/playoff-stages.ts'
import { listEntryPlayers, listMatchPlayers } from '#/features/leagues/sides.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/**
 * Makes the play-offs of every league whose season has closed and whose results are final. Any number of processes may
 * run it at once, and a league that fails does not stop the others.
 */
export async function makeDuePlayoffs(db: Db, now: Date): Promise<void> {
  // All areas share one calendar here, as for sales.
  await workOnEach(await listLeaguesDue(db, saleDay(now)), (league_id) => makePlayoffs(db, league_id, now))
}

/** An email about the play-offs. `news` identifies its content, stored so that each player gets it once. */
type PlayoffEmail = { player_id: number; news: string } & (
  | { email: 'playoffs_made' | 'playoffs_over' }
  | { email: 'playoff_match' | 'playoff_set_aside' | 'playoff_counts_again'; match_id: number }
)

/** Emails a bracket's players what has changed for them, each email once, even after corrections and repeated runs. */
export async function notifyBracket(app: App, { league_id }: { league_id: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { emails, repeat_at } = await takePlayoffEmails(tx, league_id, app.clock.now())
    for (const { player_id, ...each } of emails)
      if ('match_id' in each) await notify(tx, each.email, { match_id: each.match_id, player_id })
      else await notify(tx, each.email, { league_id, player_id })
    if (repeat_at)
      await startJob(
        tx,
        'tell_playoffs',
        { league_id },
        { key: `tell_playoffs ${league_id} at the end`, run_at: repeat_at },
      )
  })
}

/** How the notice of a match is known, so that it is sent once. */
function newsOf(match: { stage: number; slot: number }): string {
  if (isForThirdPlace(match)) return 'third place'
  return `${isOfConsolation(match) ? 'consolation ' : ''}stage ${match.stage}`
}

/**
 * The emails to send now, stored as sent. `repeat_at`: when to run again, if there is a champion but a score can still
 * be answered.
 */
export async function takePlayoffEmails(
  tx: Tx,
  league_id: number,
  now: Date,
): Promise<{ emails: PlayoffEmail[]; repeat_at: Date | null }> {
  await lockLeague(tx, league_id)
  const seeds = await listSeeds(tx, league_id)
  if (seeds.length === 0) return { emails: [], repeat_at: null }
  const all = await listStoredMatches(tx, league_id)
  const stored = all.filter(({ set_aside }) => !set_aside)
  const { matches, champion } = toBracketState(seeds, stored)
  const active = seeds.filter(({ withdrawn }) => !withdrawn).map(({ entry_id }) => entry_id)
  const people = active.length === 0 ? [] : await listEntryPlayers(tx, active)
  const playersOf = (entry_id: number | null) =>
    people.filter((each) => each.entry_id === entry_id).map(({ player_id }) => player_id)

  const emails: PlayoffEmail[] = []
  const qualified = await insertUnsent(
    tx,
    league_id,
    people.map(({ player_id }) => ({ player_id, news: 'made', email: 'playoffs_made' })),
  )
  emails.push(...qualified)
  const openMatches = stored
    .filter(({ score_id }) => score_id === null)
    .flatMap(({ id, stage, slot, entry_one_id: one, entry_two_id: two }) =>
      [[one, two] as const, [two, one] as const].flatMap(([mine, other]) =>
        playersOf(mine).map((player_id) => ({
          player_id,
          news: `${newsOf({ stage, slot })} against ${other}`,
          email: 'playoff_match' as const,
          match_id: id,
        })),
      ),
    )
  const newMatches = await insertUnsent(tx, league_id, openMatches)
  // The email about qualifying already names the first opponent.
  emails.push(...newMatches.filter(({ player_id }) => !qualified.some((each) => each.player_id === player_id)))

  for (const match of all.filter(({ score_id }) => score_id !== null)) {
    const players = await listMatchPlayers(tx, match.id)
    emails.push(
      ...(await takeSetAside(
        tx,
        league_id,
        match,
        players.map(({ player_id }) => player_id),
      )),
    )
  }

  if (champion === null) return { emails, repeat_at: null }
  const open = stored.flatMap(({ open_until }) => (open_until && open_until > now ? [open_until.getTime()] : []))
  if (open.length > 0) return { emails, repeat_at: new Date(Math.max(...open)) }
  const final = matches.find(({ stage, slot }) => stage === 3 && slot === 1)
  const other = final?.sides.find((side) => side !== champion) ?? null
  const endings = [
    ...playersOf(champion).map((player_id) => ({ player_id, news: 'champion', email: 'playoffs_over' as const })),
    ...playersOf(other).map((player_id) => ({ player_id, news: 'finalist', email: 'playoffs_over' as const })),
  ]
  emails.push(...(await insertUnsent(tx, league_id, endings)))
  return { emails, repeat_at: null }
}

/**
 * The emails to the players of a match with a score that is set aside, or counts again. They are numbered, so that a
 * match that is set aside twice causes four emails.
 */
async function takeSetAside(
  tx: Tx,
  league_id: number,
  { id, set_aside }: { id: number; set_aside: boolean },
  player_ids: readonly number[],
): Promise<PlayoffEmail[]> {
  const { rows: sent } = await sql<{ player_id: number; aside: number; again: number }>`
    select player_id, count(*) filter (where news like ${`set aside ${id} %`}) as aside,
      count(*) filter (where news like ${`counts again ${id} %`}) as again
    from playoff_news where league_id = ${league_id} and player_id = any(${player_ids}::int[])
    group by player_id`.execute(tx)
  const emails = player_ids.flatMap((player_id): PlayoffEmail[] => {
    const { aside = 0, again = 0 } = sent.find((each) => each.player_id === player_id) ?? {}
    if (set_aside === aside > again) return []
    return set_aside
      ? [{ player_id, news: `set aside ${id} ${aside + 1}`, email: 'playoff_set_aside', match_id: id }]
      : [{ player_id, news: `counts again ${id} ${aside}`, email: 'playoff_counts_again', match_id: id }]
  })
  return insertUnsent(tx, league_id, emails)
}

/** Stores emails as sent. Returns those that were new. */
async function insertUnsent<E extends PlayoffEmail>(tx: Tx, league_id: number, all: readonly E[]): Promise<E[]> {
  if (all.length === 0) return []
  const inserted = await tx
    .insertInto('playoff_news')
    .values(all.map(({ player_id, news }) => ({ league_id, player_id, news })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['player_id', 'news'])
    .execute()
  return all.filter((each) =>
    inserted.some(({ player_id, news }) => player_id === each.player_id && news === each.news),
  )
}

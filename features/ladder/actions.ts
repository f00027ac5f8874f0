import { wireDay } from '#/contract/wire-day.ts'
import { listClosedDays } from '#/features/availability/closed-days.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { insertCards } from '#/features/schedule/queries.ts'
import { addOpenDays } from '#/rules/closed-days.ts'
import { addDays, dayInZone } from '#/rules/day.ts'
import { challengeProblem, challengeProblems, ladderSentences, ladderTerms } from '#/rules/formats/ladder.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Ladder } from './contract.ts'
import {
  findLadder,
  listOpenChallenges,
  listPlayers,
  listRecentOpponents,
  listRungs,
  type OwnLadder,
} from './queries.ts'

/** The ladder on a given day, from one entry's point of view. */
export async function ladderOf(db: Db | Tx, ladder: OwnLadder, today: string): Promise<Ladder> {
  const { league_id, league, entry_id, format, ending_date } = ladder
  const terms = ladderTerms(format)
  const rungs = await listRungs(db, league_id)
  const challenges = await listOpenChallenges(db, league_id, today)
  const recent = new Set(await listRecentOpponents(db, ladder, addDays(today, -terms.again_days)))
  const busy = new Set(challenges.flatMap(({ entry_one_id, entry_two_id }) => [entry_one_id, entry_two_id]))
  // A ladder begins when it is drawn, which may be before the season begins.
  const is_open = today <= ending_date
  const nameOf = (id: number) => rungs.find((rung) => rung.entry_id === id)?.name ?? ''
  const mine = rungs.find((rung) => rung.entry_id === entry_id) ?? { entry_id, place: null, frozen: false }
  const open = challenges.find((each) => each.entry_one_id === entry_id || each.entry_two_id === entry_id)
  const is_mine = open?.entry_one_id === entry_id
  return {
    league,
    rules: ladderSentences(terms),
    reach: terms.reach,
    days: terms.days,
    open: open
      ? {
          match_id: open.id,
          opponent: nameOf(is_mine ? open.entry_two_id : open.entry_one_id),
          is_mine,
          play_by: wireDay(open.play_by),
        }
      : null,
    rungs: rungs.map((rung) => {
      const is_me = rung.entry_id === entry_id
      const problem = challengeProblem(mine, rung, { ...terms, busy, recent, is_open })
      return { ...rung, is_me, problem: is_me ? null : problem }
    }),
  }
}

/**
 * Challenges an entry above the player's: adds a match with its last day, and notifies the other side. Returns its id
 * and the name. Refuses `not_found`, and `challenge_refused` with the reason.
 */
export function challenge(
  actor: Actor,
  { league_id, entry_id }: { league_id: number; entry_id: number },
): Promise<{ id: number; name: string }> {
  return runAction(actor, async ({ tx, player, now, notify }) => {
    // Of two concurrent challenges, the second sees the first.
    await lockLeague(tx, league_id)
    const ladder = (await findLadder(tx, league_id, player.id)) ?? refuse('not_found')
    const today = dayInZone(now, ladder.time_zone)
    const { rungs, days } = await ladderOf(tx, ladder, today)
    const theirs = rungs.find((rung) => rung.entry_id === entry_id && !rung.is_me) ?? refuse('not_found')
    if (theirs.problem) refuse('challenge_refused', { message: challengeProblems[theirs.problem] })
    const last = addOpenDays(today, days, await listClosedDays(tx, ladder.area))
    const to = last < ladder.ending_date ? last : ladder.ending_date
    await insertCards(tx, league_id, [{ pair: [ladder.entry_id, entry_id], round: 1, from: today, to }], now)
    const open = await listOpenChallenges(tx, league_id, today)
    const match = open.find((each) => each.entry_one_id === ladder.entry_id && each.entry_two_id === entry_id)!
    for (const player_id of await listPlayers(tx, entry_id))
      await notify('challenged', { match_id: match.id, player_id })
    return { id: match.id, name: theirs.name }
  })
}

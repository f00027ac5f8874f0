import { sql } from 'kysely'
import { allAreas, type AreaSlug } from '#/contract/areas.ts'
import { moveDemoClock } from '#/organizer/demo/queries.ts'
import { storeScore } from '#/features/matches/report.ts'
import { taskWork } from '#/organizer/desk/tasks.ts'
import { playForwardTask } from '#/organizer/demo/actions.ts'
import type { PlayedDays } from '#/organizer/demo/contract.ts'
import { makeDuePlayoffs } from '#/features/playoffs/jobs.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { sendReminders } from '#/features/reminders/jobs.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { settleUnplayed } from '#/features/unplayed/jobs.ts'
import { isOnSale, listSeasonsOnSale, priceSql, saleDay } from '#/features/seasons/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import type { Tx } from '#/server/db.ts'
import { releaseHeldJobs } from '#/server/queue.ts'
import { scoreOf } from './answers.ts'
import { chanceOf, type Chance } from './chance.ts'
import { makePools, type Person } from './people.ts'
import { playSomehow } from './league.ts'
import { cards, placeOrder } from './orders.ts'
import { playOut } from './scores.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { updateAnswer, lockScore, insertSettlement } from '#/features/confirmation/queries.ts'
import { courtsOf } from './courts.ts'

const dayMs = 86_400_000

/**
 * Plays the demo league forward a day at a time, as its jobs and players would: seasons open, leagues are drawn,
 * players join, play, report, answer and dispute, and play-offs are created and played. A day is one transaction with
 * the same events at every attempt, so that an interrupted task continues where it stopped.
 */
export const playForward = taskWork(playForwardTask, async (app, task, progress) => {
  const { to } = task.input
  const played: PlayedDays = { days: 0, entries: 0, results: 0, disputes: 0, settled: 0 }
  const people = makePools().flatMap((pool) => pool.people)
  let done = task.done
  for (;;) {
    const today = saleDay(app.clock.now())
    if (today >= to) break
    await progress(done, done + daysBetween(today, to))
    const ahead = await app.db.transaction().execute(async (tx) => {
      const now = new Date(app.clock.now().getTime() + dayMs)
      const moved = await moveDemoClock(tx, dayMs)
      await openSeasons(tx, saleDay(now))
      played.entries += await joinSome(tx, people, now)
      played.results += await playSome(tx, people, now)
      const answers = await answerSome(tx, now)
      played.disputes += answers.disputes
      played.settled += answers.settled
      return moved
    })
    app.clock.setAhead(ahead)
    // Runs the jobs that the schedule would start later.
    await drawLeagues(app.db, app.clock.now())
    await makeDuePlayoffs(app.db, app.clock.now())
    await settleUnplayed(app)
    await sendReminders(app)
    await releaseHeldJobs(app.db, app.clock.now())
    done += 1
    played.days += 1
  }
  await progress(done, done)
  return played
})

/** Adds some suitable players to each league on sale, in the five weeks before its season. */
async function joinSome(tx: Tx, people: readonly Person[], now: Date): Promise<number> {
  const today = saleDay(now)
  let joined = 0
  for (const season of await listSeasonsOnSale(tx, today)) {
    const first = season.starting_date.replaceAll('/', '-')
    if (daysBetween(today, first) > 35 || today > first) continue
    const { rows } = await sql<{
      league_id: number
      area: AreaSlug
      price_cents: number
      player_id: number
    }>`
      select l.id as league_id, l.area, ${priceSql(today)} as price_cents, p.id as player_id
      from leagues l
      join seasons se on se.id = l.season_id
      join areas a on a.slug = l.area and a.archived_at is null and (a.sale_from is null or a.sale_from <= ${today})
      join divisions d on d.id = l.division_id
      join players p on p.area = l.area and p.singles_level = d.level and p.gender = d.gender
      where l.season_id = ${season.id} and l.offered and ${isOnSale(today)} and d.kind = 'singles' and p.email = any (${people.map(({ email }) => email)}::text[])
        and p.role = 'player' and p.suspended_at is null and p.deleted_at is null
        and not exists (
          select from purchases mine where mine.player_id = p.id and (mine.league_id = l.id or mine.status = 'Pending'))
      order by l.id, p.id`.execute(tx)
    for (const { league_id, area, price_cents, player_id } of rows) {
      // Each player has a personal joining day; one in five skips the season.
      const chance = chanceOf(`${season.slug} ${season.year} ${player_id} joins`)
      const at = addDays(first, -1 - chance.below(34))
      if (chance.percent(20) || at > today) continue
      await placeOrder(
        tx,
        { player_id, season_id: season.id, area, lines: [{ league_id, price_cents }] },
        cards.paid,
        now,
      )
      joined += 1
    }
  }
  return joined
}

type OpenCard = {
  id: number
  league_id: number
  area: AreaSlug
  play_from: string
  play_by: string
  playoff_stage: number | null
  entry_one_id: number
  entry_two_id: number
  one_id: number
  one_email: string
  two_id: number
  two_email: string
}

/** Plays and reports the day's matches: all of the play-offs, nine in ten of the others. */
async function playSome(tx: Tx, people: readonly Person[], now: Date): Promise<number> {
  const yesterday = addDays(saleDay(now), -1)
  const { rows } = await sql<OpenCard>`
    select m.id, m.league_id, m.area, m.play_from, m.play_by, m.playoff_stage, m.entry_one_id, m.entry_two_id,
      one.id as one_id, one.email as one_email, two.id as two_id, two.email as two_email
    from matches m
    join entries eo on eo.id = m.entry_one_id
    join purchases po on po.id = eo.purchase_id and po.counts
    join entries et on et.id = m.entry_two_id
    join purchases pt on pt.id = et.purchase_id and pt.counts
    join match_players first on first.match_id = m.id and first.side = 1 and first.position = 1
    join players one on one.id = first.player_id
    join match_players second on second.match_id = m.id and second.side = 2 and second.position = 1
    join players two on two.id = second.player_id
    where m.score_id is null and m.canceled_at is null and ${yesterday}::date between m.play_from and m.play_by
    order by m.id`.execute(tx)
  const strengths = new Map(people.map(({ email, strength }) => [email, strength]))
  let played = 0
  for (const card of rows) {
    const chance = chanceOf(`match ${card.id}`)
    const day = addDays(card.play_from, chance.below(daysBetween(card.play_from, card.play_by) + 1))
    const [one, two] = [strengths.get(card.one_email), strengths.get(card.two_email)]
    // Visitors who have joined play their matches themselves.
    if (one === undefined || two === undefined || day !== yesterday) continue
    if (card.playoff_stage === null && chance.percent(9)) continue
    await reportCard(tx, card, chance, day, { one, two }, now)
    played += 1
  }
  return played
}

async function reportCard(
  tx: Tx,
  card: OpenCard,
  chance: Chance,
  match_date: string,
  strength: { one: number; two: number },
  now: Date,
): Promise<void> {
  const oneWins = chance.next() < 1 / (1 + Math.exp((strength.two - strength.one) * 1.8))
  const edge = Math.min(1, Math.abs(strength.one - strength.two) / 1.6)
  const course = card.playoff_stage === null ? playSomehow(chance, edge) : playOut(chance, edge)
  const one = { entry_id: card.entry_one_id, id: card.one_id }
  const two = { entry_id: card.entry_two_id, id: card.two_id }
  const [winner, opponent] = oneWins ? [one, two] : [two, one]
  await storeScore(
    tx,
    {
      league_id: card.league_id,
      area: card.area,
      winner_entry_id: winner.entry_id,
      opponent_entry_id: opponent.entry_id,
      winner_id: winner.id,
      opponent_id: opponent.id,
    },
    scoreOf(course, {
      reported_by_id: chance.percent(70) === oneWins ? card.one_id : card.two_id,
      match_date,
      match_area: card.area,
      match_location: `${chance.pick(courtsOf(card.area))}, court ${1 + chance.below(6)}`,
    }),
    card.id,
    now,
  )
}

type OpenScore = {
  match_id: number
  score_id: number
  league_id: number
  answer: string | null
  disputed_days: number
  answerer_id: number
  playoff_stage: number | null
}

/** Confirms half of the scores and disputes one in thirty. An owner settles disputes after five days. */
async function answerSome(tx: Tx, now: Date): Promise<{ disputes: number; settled: number }> {
  const { rows } = await sql<OpenScore>`
    select m.id as match_id, s.id as score_id, m.league_id, s.answer, m.playoff_stage,
      coalesce(extract(day from ${now}::timestamptz - s.answered_at), 0)::int as disputed_days, other.player_id as answerer_id
    from matches m
    join scores s on s.id = m.score_id
    join match_players other on other.match_id = m.id and other.position = 1
      and other.side = case s.side_entry_id when m.entry_one_id then 2 when m.entry_two_id then 1 end
    join players p on p.id = other.player_id and p.email like '%@deuce.example'
    where (s.answer is null and s.answer_until > ${now} and s.created_at < ${now}) or s.answer = 'disputed'
    order by m.league_id, m.id`.execute(tx)
  const owner = await tx.selectFrom('players').select('id').where('role', '=', 'owner').orderBy('id').executeTakeFirst()
  const organizer = owner && { id: owner.id, organizer_areas: allAreas().map(({ slug }) => slug) }
  let [disputes, settled] = [0, 0]
  for (const { match_id, score_id, league_id, answer, disputed_days, answerer_id, playoff_stage } of rows) {
    const chance = chanceOf(`answer ${score_id}`)
    if (answer === 'disputed') {
      if (disputed_days < 5 || !organizer) continue
      const held = await lockScore(tx, match_id, organizer, now)
      if (!held) continue
      await insertSettlement(tx, held, { version: held.version, answer_reason: 'Asked both.' }, organizer.id, now)
      settled += 1
    } else if (chance.percent(50)) {
      await updateAnswer(tx, score_id, { answer: 'confirmed', answered_by_id: answerer_id, answer_reason: '' }, now)
    } else if (playoff_stage === null && chance.percent(6)) {
      const answer_reason = chance.pick(disputeReasons)
      await updateAnswer(tx, score_id, { answer: 'disputed', answered_by_id: answerer_id, answer_reason }, now)
      disputes += 1
    } else continue
    await rebuildLeague(tx, league_id)
  }
  return { disputes, settled }
}

const disputeReasons = [
  'We stopped at 4-4 in the second set because of the rain.',
  'The match tie-break went to me, 10-8.',
  'That was our practice match, not this one.',
]

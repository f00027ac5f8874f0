import { expect, test } from 'vitest'
import { callOffMatch, declineOffer, offerTimes, sendMessage, takeTime } from '#/features/arranging/contract.ts'
import { suggestTimes } from '#/features/availability/contract.ts'
import { getMatch, listMyMatches, reportScore, type MatchCard } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { startSession } from '#/server/session.ts'
import { startJob, type JobName } from '#/server/queue.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { printFigure } from '#/test/figures.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listUnplayed, settleUnplayed } from './contract.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * Eager players offer at once and accept the first time. Late ones offer in the last days. Silent ones do nothing, but one
 * in three writes a message.
 */
type Habit = 'eager' | 'normal' | 'late' | 'silent' | 'cancelling'
type Person = TestPlayer & { habit: Habit; place: number }
const habits: Habit[] = ['eager', 'normal', 'late', 'silent', 'cancelling', 'eager', 'silent', 'normal']

/** The jobs that the schedule would start. */
const clockJobs: JobName[] = ['draw_leagues', 'send_calendars', 'send_reminders', 'settle_unplayed']

test(
  'a season of 16 players with different habits ends with every match accounted for, after one press by the organizer',
  { timeout: 300_000 },
  async () => {
    const t = await startApp('2026-05-10T16:00:00Z')
    const owner = await makeOrganizer(t)
    const season = await t.db
      .selectFrom('seasons')
      .select(['id', 'name', 'starting_date', 'ending_date', 'counts_until'])
      .where('slug', '=', 'summer-1')
      .where('year', '=', 2026)
      .executeTakeFirstOrThrow()
    const rules = { ...standardRules, unplayed: 'clock' as const }
    await t.db
      .updateTable('seasons')
      .set({ rules: JSON.stringify(rules) as never })
      .where('id', '=', season.id)
      .execute()
    const people = new Map<string, Person>()
    for (let place = 0; place < 16; place += 1) {
      const habit = habits[place % 8] ?? 'normal'
      const player: Person = { ...(await makePlayer(t)), habit, place }
      const level = place < 8 ? '3-0' : '3-5'
      await joinLeague(t, player, { season: 'summer-1', division: `womens-singles-${level}` })
      people.set(`${player.first_name} ${player.last_name}`, player)
    }

    const begun = t.clock.now().getTime()
    const days = daysBetween('2026-05-10', addDays(season.counts_until, 1))
    for (let day = 0; day <= days; day += 1) {
      t.clock.setAhead(day * dayMs)
      for (const name of clockJobs) await startJob(t.db, name, {})
      await runJobs(t)
      // The players sign in again from time to time.
      if (day % 20 === 10)
        for (const person of people.values()) person.token = await startSession(t.db, person.id, t.clock.now())
      for (const person of people.values()) await act(person, day)
    }

    /** A player's actions on a day, by habit. */
    async function act(person: Person, day: number): Promise<void> {
      if (person.habit === 'silent' && person.place % 3 !== 0) return
      const { token } = person
      const list = await t.call(listMyMatches, { token, query: { per_page: 100 } })
      for (const card of list.body.matchups) {
        const opponent = people.get(
          card.player_one_name === nameOf(person) ? card.player_two_name : card.player_one_name,
        )
        if (!opponent || card.played || card.not_played) continue
        if (person.habit === 'silent') await write(person, card)
        else if (card.match_date !== null && !card.is_upcoming) await report(person, opponent, card)
        else if (card.owes_answer === 'me') await answer(person, card, day)
        else if (card.arranging_state === 'agreed') await cancel(person, card)
        else if (card.arranging_state === 'open') await offer(person, card, day)
      }
    }

    async function write({ token }: Person, { id, owes_answer }: MatchCard): Promise<void> {
      if (owes_answer !== 'me') return
      const { arranging } = (await t.call(getMatch, { token, params: { id } })).body
      if (arranging.timeline.some(({ kind, by }) => kind === 'message' && by === 'me')) return
      await t.call(sendMessage, { token, params: { id }, body: { text: 'I do not know yet when I can.' } })
    }

    async function report(person: Person, opponent: Person, { id, match_date }: MatchCard): Promise<void> {
      const body = scoreBody(person, opponent, '6-4 6-4', { match_date: match_date ?? '', matchup_id: id })
      const { status } = await t.call(reportScore, { token: person.token, body })
      expect([201, 409]).toContain(status)
    }

    async function answer({ token, habit, place }: Person, { id }: MatchCard, day: number): Promise<void> {
      if (habit === 'normal' && (day + place) % 3 !== 0) return
      const { arranging } = (await t.call(getMatch, { token, params: { id } })).body
      const theirs = arranging.offers.find(({ by }) => by === 'them')
      const time = theirs?.times.find(({ state }) => state === 'open')
      if (!theirs || !time) return
      const params = { id, offer_id: theirs.id }
      const isBusy = habit === 'normal' && (id + place) % 4 === 0
      if (isBusy) await t.call(declineOffer, { token, params, body: { reason: 'I cannot this week.' } })
      else await t.call(takeTime, { token, params, body: { time_id: time.id } })
    }

    async function cancel({ token, habit }: Person, { id, match_date, match_time }: MatchCard): Promise<void> {
      if (habit !== 'cancelling' || match_date === null) return
      const start = Date.parse(`${match_date.replaceAll('/', '-')}T${match_time ?? '12:00'}:00-04:00`)
      if (start - t.clock.now().getTime() < 30 * hourMs)
        await t.call(callOffMatch, { token, params: { id }, body: { reason: 'Something came up.' } })
    }

    async function offer({ token, habit, place }: Person, card: MatchCard, day: number): Promise<void> {
      if (card.play_from === null || wireDayOf(t.clock.now()) < card.play_from) return
      if (habit === 'cancelling' || (habit === 'normal' && (day + place + card.id) % 5 !== 0)) return
      if (habit === 'late' && card.play_by !== null && daysBetween(dayOf(t.clock.now()), toDay(card.play_by)) > 4)
        return
      const { body } = await t.call(suggestTimes, { token, params: { id: card.id } })
      const times = body.suggestions?.map(({ why: _why, ...time }) => time) ?? []
      if (times.length > 0) await t.call(offerTimes, { token, params: { id: card.id }, body: { times, note: '' } })
    }

    owner.token = await startSession(t.db, owner.id, t.clock.now())
    // The matches left for the organizer: those in which a silent side wrote messages.
    const { matches } = (await t.call(listUnplayed, { token: owner.token, query: {} })).body
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.every(({ reasons }) => reasons.length === 3)).toBe(true)
    const pressed = await t.call(settleUnplayed, {
      token: owner.token,
      body: {
        match_ids: matches.map(({ match_id }) => match_id),
        outcomes: matches.map(({ outcome }) => outcome),
        reason: 'The season is over.',
      },
    })
    expect(pressed).toMatchObject({ status: 200, body: { settled: matches.length } })
    expect((await t.call(listUnplayed, { token: owner.token, query: {} })).body.matches).toEqual([])

    const ended = await t.db
      .selectFrom('matches')
      .innerJoin('leagues', 'leagues.id', 'matches.league_id')
      .leftJoin('match_settlements as settled', (join) =>
        join
          .onRef('settled.match_id', '=', 'matches.id')
          .on('settled.settled_at', 'is not', null)
          .on('settled.outcome', '<>', 'extended'),
      )
      .select([
        'matches.id',
        'matches.score_id',
        'matches.not_played_at',
        'matches.extended_at',
        'settled.outcome',
        'settled.reasons',
      ])
      .where('leagues.season_id', '=', season.id)
      .where('matches.round', 'is not', null)
      .execute()
    expect(ended).toHaveLength(2 * 28)
    const ends = ended.map(({ score_id, not_played_at, outcome, reasons }) => {
      // A match without an outcome was played.
      if (outcome === null) return score_id === null ? 'nothing' : 'played'
      if (reasons?.length !== 3) return 'without reasons'
      if (outcome === 'not_played') return score_id === null && not_played_at ? 'not played' : 'both'
      return score_id === null ? 'nothing' : 'walkover'
    })
    expect([...new Set(ends)].toSorted()).toEqual(['not played', 'played', 'walkover'])
    const counted: Record<string, number> = { extended: ended.filter(({ extended_at }) => extended_at).length }
    for (const end of ends) counted[end] = (counted[end] ?? 0) + 1
    // Each way to end has occurred at least once.
    expect(Object.values(counted).every((count) => count > 0)).toBe(true)
    printFigure(
      'jobs',
      `a season of 16 players, ${Math.round((t.clock.now().getTime() - begun) / dayMs)} days: ${Object.entries(counted)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}; ${matches.length} of them by one press of the organizer`,
    )
  },
)

function nameOf({ first_name, last_name }: TestPlayer): string {
  return `${first_name} ${last_name}`
}

const toDay = (day: string) => day.replaceAll('/', '-')
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

function wireDayOf(now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll('-', '/')
}

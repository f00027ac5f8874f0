import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { notify } from '#/server/notify.ts'
import { runJobs, type TestApp } from '#/test/app.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { getPreferences, updatePreferences } from './contract.ts'

const divisions = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) => [
  `womens-singles-${level}`,
  `mens-singles-${level}`,
])

/** Causes notifications in an app. */
export function newsOf(t: TestApp) {
  let used = 0
  const nextDivision = () => divisions[used++ % divisions.length] ?? ''

  /** Removes receipts, which would get in the way. */
  async function forgetReceipts() {
    await runJobs(t)
    await t.db.deleteFrom('notifications').execute()
    t.emails.length = 0
  }

  /** News for a player: an organizer's message to their league. */
  async function makeNews(subject = 'Courts closed') {
    const { people, league_id } = await makeLeague(t, 3, {
      season: 'summer-1',
      area: 'south-bend',
      division: nextDivision(),
    })
    await forgetReceipts()
    const organizer = await makeOrganizer(t)
    const id = randomUUID()
    const message = {
      id,
      league_id,
      organizer_id: organizer.id,
      subject,
      body: 'Rain.\nPlay on Sunday.',
      recipients: 3,
    }
    await t.db
      .insertInto('league_messages')
      .values({ ...message, created_at: t.clock.now() })
      .execute()
    const [player] = people
    const about = { message_id: id, player_id: player.id }
    const send = () => notify(t.db, 'league_message', about)
    return { player, people, about, send }
  }

  /** A score that the second player should confirm. */
  async function reportOne() {
    const division = nextDivision()
    const { people } = await makeLeague(t, 3, { season: 'summer-1', area: 'dc', division })
    await forgetReceipts()
    const [ann, bea] = people
    const area = 'dc' as const
    const { body } = await t.call(reportScore, {
      token: ann.token,
      body: { ...scoreBody(ann, bea, '6-4 6-3'), match_area: area },
    })
    await runJobs(t)
    return { ann, bea, id: body.id }
  }

  async function choose(
    player: TestPlayer,
    kind: NotificationKind,
    channels: Partial<{ app: boolean; mail: boolean | 'digest'; push: boolean }>,
  ) {
    const { token } = player
    const { body } = await t.call(getPreferences, { token })
    const kinds = body.kinds.map((each) => (each.kind === kind ? { ...each, ...channels } : each))
    return t.call(updatePreferences, { token, body: { quiet: body.quiet, kinds } })
  }

  return { makeNews, reportOne, choose }
}

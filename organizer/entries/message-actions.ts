import type { Received } from '#/contract/endpoint.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { EMAILS_PER_DAY, type messageLeague as messageLeagueCall } from './contract.ts'
import { countMessagesSince, findLeague, listAudience } from './queries.ts'

const dayMs = 86_400_000

/**
 * Emails every player of a league. Returns how many. The message and its jobs are stored together, so that each player
 * gets it once even if the call is repeated; the same id returns the same number. Refuses not_found, league_empty,
 * `conflict` for another message's id, and too_many_requests.
 */
export function messageLeague(
  actor: Actor,
  { league_id, id, subject, body }: { league_id: number } & Received<typeof messageLeagueCall>['body'],
): Promise<number> {
  return runAction(actor, async ({ tx, audit, notify, player, now }) => {
    const league = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuse('not_found')
    await lockLeague(tx, league_id)
    const known = await tx.selectFrom('league_messages').selectAll().where('id', '=', id).executeTakeFirst()
    if (known) {
      const same = known.league_id === league_id && known.subject === subject && known.body === body
      return same
        ? known.recipients
        : refuse('conflict', { message: 'This email has already been sent with a different text.' })
    }
    if ((await countMessagesSince(tx, league_id, new Date(now.getTime() - dayMs))) >= EMAILS_PER_DAY)
      refuse('too_many_requests', {
        message: `This league has been sent ${EMAILS_PER_DAY} emails within a day. Please try again tomorrow.`,
        retryAfter: 3600,
      })
    const players = await listAudience(tx, league_id)
    if (players.length === 0) refuse('league_empty')
    const message = { id, league_id, organizer_id: player.id, subject, body, recipients: players.length }
    await tx
      .insertInto('league_messages')
      .values({ ...message, created_at: now })
      .execute()
    for (const player_id of players) await notify('league_message', { message_id: id, player_id })
    await audit({
      area: league.area,
      kind: 'message_league',
      subject: `league ${league_id}`,
      summary: `Emailed “${subject}” to the ${players.length} players of ${league.league}`,
      after: { subject, body },
    })
    return players.length
  })
}

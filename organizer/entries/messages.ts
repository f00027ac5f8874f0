import type { Received } from '#/contract/endpoint.ts'
import { audit } from '#/server/audit.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { EMAILS_PER_DAY, type messageLeague } from './contract.ts'
import { findLeague, listAudience } from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

const day = 86_400_000

/**
 * Writes to every player of a league: the email and its jobs are stored together, so that each gets it once whatever is
 * repeated or dies. Answers to how many. The same id again answers the same. Refuses not_found, league_empty, `conflict`
 * for an id that was another email's, and too_many_requests.
 */
export async function writeToLeague(
  app: App,
  { league_id, player, now }: { league_id: number; player: SignedIn; now: Date },
  { id, subject, body }: Received<typeof messageLeague>['body'],
): Promise<number> {
  return inTransaction(app.db, async (tx) => {
    const league = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuse('not_found')
    await lockLeague(tx, league_id)
    const known = await tx.selectFrom('league_messages').selectAll().where('id', '=', id).executeTakeFirst()
    if (known) {
      const same = known.league_id === league_id && known.subject === subject && known.body === body
      return same
        ? known.recipients
        : refuse('conflict', { message: 'This email has been sent already, with other words.' })
    }
    if ((await countToday(tx, league_id, now)) >= EMAILS_PER_DAY)
      refuse('too_many_requests', {
        message: `This league has had ${EMAILS_PER_DAY} emails in a day. Please wait until tomorrow.`,
        retryAfter: 3600,
      })
    const players = await listAudience(tx, league_id)
    if (players.length === 0) refuse('league_empty')
    const message = { id, league_id, organizer_id: player.id, subject, body, recipients: players.length }
    await tx
      .insertInto('league_messages')
      .values({ ...message, created_at: now })
      .execute()
    for (const player_id of players) await queueEmail(tx, app.config, 'league_message', { message_id: id, player_id })
    await audit(
      tx,
      {
        organizer: player,
        area: league.area,
        kind: 'message_league',
        subject: `league ${league_id}`,
        summary: `Wrote “${subject}” to the ${players.length} players of ${league.league}`,
        after: { subject, body },
      },
      now,
    )
    return players.length
  })
}

async function countToday(tx: Tx, league_id: number, now: Date): Promise<number> {
  const { sent } = await tx
    .selectFrom('league_messages')
    .select((select) => select.fn.countAll<number>().as('sent'))
    .where('league_id', '=', league_id)
    .where('created_at', '>', new Date(now.getTime() - day))
    .executeTakeFirstOrThrow()
  return sent
}

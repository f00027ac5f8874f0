import type { Received } from '#/contract/endpoint.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { enterLeague } from '#/features/checkout/queries.ts'
import { lockOrder } from '#/features/refunds/queries.ts'
import { withdraw as withdrawWithRefund } from '#/features/refunds/actions.ts'
import { audit } from '#/server/audit.ts'
import { invitePartners } from '#/features/pairs/pairing.ts'
import { findAccount, giveUpFormerEntry, holdPlayer, insertPartner, isInOneOf } from '#/features/pairs/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { dollarsToCents, formatCents, priceSentences } from '#/rules/price.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { enterPlayer, moveEntry, replacePlayer, withdrawEntry } from './contract.ts'
import {
  closeLine,
  dropOpenMatches,
  findEntry,
  findLeague,
  insertOrganizerOrder,
  insertLine,
  type OrganizerLeague,
  type HeldEntry,
} from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { endEnteredWaitListEntry, offerFreePlaces } from '#/features/wait-list/queries.ts'
import { formatName } from '#/contract/format.ts'

type Asked = { entry_id: number; player: SignedIn; now: Date }

/**
 * Moves an entry to another division of its season and area; answers a sentence and the entry there. The line and what
 * was paid for it go along; the old entry stays for its results and stands no more. Refuses not_found, not_standing,
 * season_over, entry_has_results without `keep_results`, already_in_league, and 422 for a league it can not go to.
 */
export async function move(
  app: App,
  { entry_id, player, now }: Asked,
  { league_id, keep_results, reason }: Received<typeof moveEntry>['body'],
): Promise<{ message: string; entry_id: number }> {
  return inTransaction(app.db, async (tx) => {
    const entry = await holdEntry(tx, entry_id, player, [league_id])
    const to = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuseLeague()
    if (to.season_id !== entry.season_id || to.area !== entry.area || to.kind !== entry.kind) refuseLeague()
    if (to.league_id === entry.league_id) refuse('invalid', { fields: { league_id: 'It is in this league already.' } })
    if (entry.ending_date < saleDay(now)) refuse('season_over')
    if (entry.results > 0 && !keep_results) refuseResults(entry)
    for (const { id, name } of entry.players)
      if (await isInOneOf(tx, id, [league_id]))
        refuse('already_in_league', { message: `${name} is in ${to.level_name} already.` })

    const dropped = await dropOpenMatches(tx, entry_id, now)
    const { order_id, buyer_id: player_id, purchase_id } = entry
    const stays = { order_id, player_id, league_id: entry.league_id, price_cents: 0, status: 'Closed' as const }
    const closed = await insertLine(tx, { ...stays, withdrawn_at: now }, now)
    await tx.updateTable('entries').set({ purchase_id: closed }).where('id', '=', entry_id).execute()
    await tx.updateTable('purchases').set({ league_id }).where('id', '=', purchase_id).execute()
    await enterLeague(tx, { id: purchase_id, league_id, player_id }, now)
    const moved = await findEntryOf(tx, purchase_id)
    const partner = entry.players.find(({ position }) => position === 2)
    if (partner) await insertPartner(tx, { entry_id: moved, league_id, player_id: partner.id }, now)
    await tx
      .updateTable('pair_invitations')
      .set({ entry_id: moved })
      .where('entry_id', '=', entry_id)
      .where('answer', 'is', null)
      .execute()
    for (const id of [entry.league_id, league_id].toSorted((a, b) => a - b)) await rebuildLeague(tx, id)
    await offerFreePlaces(tx, entry.league_id)

    await audit(
      tx,
      {
        organizer: player,
        area: entry.area,
        kind: 'move_entry',
        subject: `entry ${entry_id}`,
        summary: `Moved ${namesOf(entry)} from ${entry.league} to ${to.level_name}`,
        reason,
        before: { entry: entry_id, league: entry.league, open_matches: dropped, results: entry.results },
        after: { entry: moved, league: to.league },
      },
      now,
    )
    for (const { id } of entry.players)
      await queueEmail(tx, app.config, 'entry_moved', { player_id: id, from: entry.league_id, to: league_id })
    return { message: `Moved to ${to.level_name}. ${differenceOf(entry, to)}`, entry_id: moved }
  })
}

function differenceOf({ price_cents }: HeldEntry, to: OrganizerLeague): string {
  const more = to.price_cents - price_cents
  if (more === 0 || price_cents === 0) return 'No money has moved.'
  return more > 0
    ? `It costs ${formatCents(more)} more than was paid; no money has moved.`
    : `It costs ${formatCents(-more)} less than was paid; no money has moved, you can give that back under Payments.`
}

function refuseLeague(): never {
  refuse('invalid', { fields: { league_id: 'Please choose a league of the same season, area and kind.' } })
}

function refuseResults({ results }: HeldEntry): never {
  const count = results === 1 ? 'a result' : `${results} results`
  refuse('entry_has_results', {
    message: `This entry has ${count} in its league. They stay there if it moves: agree to that first.`,
  })
}

/**
 * Takes an entry out of its league. With `refund` the money or the free season goes back the way of a player's own
 * withdrawal; without, the line is Closed and the money stays. Answers a sentence. Refuses not_found, not_standing and
 * payment_disputed.
 */
export async function withdraw(
  app: App,
  { entry_id, player, now }: Asked,
  { refund, reason }: Received<typeof withdrawEntry>['body'],
): Promise<{ refund_id: number | null; message: string }> {
  return inTransaction(app.db, async (tx) => {
    const entry = await holdEntry(tx, entry_id, player)
    const { purchase_id, league_id, area } = entry
    const dropped = await dropOpenMatches(tx, entry_id, now)
    let refund_id: number | null = null
    if (refund) {
      const withdrawal = { purchase_id, by: 'organizer', reason } as const
      refund_id = (await withdrawWithRefund({ app: { ...app, db: tx }, player, now }, withdrawal)).refund?.id ?? null
    } else {
      await closeLine(tx, purchase_id, now)
      await rebuildLeague(tx, league_id)
      await offerFreePlaces(tx, league_id)
      for (const { id } of entry.players)
        await queueEmail(tx, app.config, 'entry_withdrawn', { player_id: id, league_id })
    }
    const how = refund ? 'with the money back' : 'without money back'
    await audit(
      tx,
      {
        organizer: player,
        area,
        kind: 'withdraw_entry',
        subject: `entry ${entry_id}`,
        summary: `Took ${namesOf(entry)} out of ${entry.league}, ${how}`,
        reason,
        before: { status: entry.status, open_matches: dropped, results: entry.results },
        after: { status: refund ? 'Refunded' : 'Closed' },
      },
      now,
    )
    return { refund_id, message: `${namesOf(entry)} ${areOrIs(entry)} out of ${entry.level_name}.` }
  })
}

/**
 * Gives the place of one player of an entry to another; answers a sentence. Who entered keeps the line that was paid,
 * Closed; the place goes to the new player by a line of their own that costs nothing. Refuses not_found, not_standing,
 * season_over, and 422 on `leaving_player_id` and `email`.
 */
export async function replace(
  app: App,
  { entry_id, player, now }: Asked,
  { leaving_player_id, email, reason }: Received<typeof replacePlayer>['body'],
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const known = (await findEntry(tx, entry_id, player.organizer_areas)) ?? refuse('not_found')
    const comes = await holdEntrant(tx, email)
    // Before the league is held: an order of theirs that is just being settled holds it, and waits for their account.
    if (await isInOneOf(tx, comes.id, [known.league_id]))
      refuse('invalid', { fields: { email: `${comes.name} is in this league already.` } })
    const entry = await holdEntry(tx, entry_id, player)
    const leaves = entry.players.find(({ id }) => id === leaving_player_id)
    if (!leaves) refuse('invalid', { fields: { leaving_player_id: 'Please choose who leaves.' } })
    if (entry.ending_date < saleDay(now)) refuse('season_over')
    const { league_id, area, season_id, purchase_id } = entry

    await giveUpFormerEntry(tx, league_id, comes.id)
    await endEnteredWaitListEntry(tx, league_id, comes.id, now)
    await tx
      .updateTable('entry_players')
      .set({ player_id: comes.id })
      .where('entry_id', '=', entry_id)
      .where('position', '=', leaves.position)
      .execute()
    if (leaves.position === 1) {
      const order = { player_id: comes.id, season_id, area, total_cents: 0, entered_by_id: player.id }
      const order_id = await insertOrganizerOrder(tx, order, now)
      const line = { order_id, player_id: comes.id, league_id, price_cents: 0, status: 'Confirmed' as const }
      const taken = await insertLine(tx, line, now)
      await tx.updateTable('entries').set({ purchase_id: taken }).where('id', '=', entry_id).execute()
      await closeLine(tx, purchase_id, now)
    }
    await rebuildLeague(tx, league_id)
    await audit(
      tx,
      {
        organizer: player,
        area,
        kind: 'replace_player',
        subject: `entry ${entry_id}`,
        summary: `Gave the place of ${leaves.name} in ${entry.league} to ${comes.name}`,
        reason,
        before: { player: leaves.name, player_id: leaves.id },
        after: { player: comes.name, player_id: comes.id },
      },
      now,
    )
    const news = { league_id, leaving_player_id, new_player_id: comes.id }
    await queueEmail(tx, app.config, 'place_given', news)
    await queueEmail(tx, app.config, 'place_taken', news)
    return `${comes.name} plays in the place of ${leaves.name} now.`
  })
}

/**
 * Enters a player without a card, also beyond the league's limit; answers a sentence and the entry. Refuses not_found for another area's league,
 * season_over, already_in_league, email_in_use, and 422 by field.
 */
export async function enter(
  app: App,
  player: SignedIn,
  { league_id, email, new_player, amount, partner, reason }: Received<typeof enterPlayer>['body'],
  now: Date,
): Promise<{ message: string; entry_id: number }> {
  const paid = dollarsToCents(amount)
  if ('problem' in paid) refuse('invalid', { fields: { amount: priceSentences[paid.problem] } })
  return inTransaction(app.db, async (tx) => {
    const league = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuse('not_found')
    if (league.ending_date < saleDay(now)) refuse('season_over')
    if (partner && league.kind === 'singles')
      refuse('invalid', { fields: { 'partner.email': 'Only doubles has partners.' } })
    const who = new_player ? await openAccount(tx, new_player, league, now) : await holdEntrant(tx, email ?? '')
    if (partner && partner.email.toLowerCase() === (new_player?.email ?? email ?? '').toLowerCase())
      refuse('invalid', { fields: { 'partner.email': 'That is the player. Please enter the partner’s e-mail.' } })
    if (await isInOneOf(tx, who.id, [league_id]))
      refuse('already_in_league', { message: `${who.name} is in this league already.` })

    await lockLeague(tx, league_id)
    const { season_id, area } = league
    const order = { player_id: who.id, season_id, area, total_cents: paid.cents, entered_by_id: player.id }
    const order_id = await insertOrganizerOrder(tx, order, now)
    const line = { order_id, player_id: who.id, league_id, price_cents: paid.cents, status: 'Confirmed' as const }
    const named = partner && { partner_name: partner.full_name, partner_email: partner.email }
    const purchase_id = await insertLine(tx, { ...line, ...named }, now)
    await enterLeague(tx, { id: purchase_id, league_id, player_id: who.id }, now)
    const entry_id = await findEntryOf(tx, purchase_id)
    await rebuildLeague(tx, league_id)
    await invitePartners(tx, app.config, order_id, now)
    await audit(
      tx,
      {
        organizer: player,
        area,
        kind: 'enter_player',
        subject: `entry ${entry_id}`,
        summary: `Entered ${who.name} in ${league.league}, ${paid.cents > 0 ? `${formatCents(paid.cents)} in cash` : 'for nothing'}`,
        reason,
        after: { player_id: who.id, new_account: new_player !== undefined, amount: formatCents(paid.cents) },
      },
      now,
    )
    await queueEmail(tx, app.config, 'entered', { order_id })
    if (new_player) await queueEmail(tx, app.config, 'set_password', { player_id: who.id })
    return { message: `${who.name} is in ${league.level_name}.`, entry_id }
  })
}

type Entrant = { id: number; name: string }

/** The account of an e-mail, held so that no order of it comes in between. Refuses 422 on `email`. */
async function holdEntrant(tx: Tx, email: string): Promise<Entrant> {
  const account =
    (await findAccount(tx, email)) ?? refuse('invalid', { fields: { email: 'No account has this e-mail.' } })
  const held = await holdPlayer(tx, account.id)
  if (!held) refuse('invalid', { fields: { email: 'No account has this e-mail.' } })
  if (held.suspended) refuse('invalid', { fields: { email: `${account.name} is suspended.` } })
  if (held.area === null)
    refuse('invalid', {
      fields: { email: `The profile of ${account.name} lacks phone, level, gender and area. Ask them to fill it in.` },
    })
  return { id: account.id, name: account.name }
}

/** An account without a password, in the league's area. Refuses 422 on `new_player.email` when it has one already. */
async function openAccount(
  tx: Tx,
  new_player: NonNullable<Received<typeof enterPlayer>['body']['new_player']>,
  { area }: OrganizerLeague,
  now: Date,
): Promise<Entrant> {
  if (await findAccount(tx, new_player.email))
    refuse('invalid', {
      fields: { 'new_player.email': 'This e-mail has an account. Choose “has an account” and look it up.' },
    })
  const id = await insertPlayer(tx, { ...new_player, location: area, password_hash: null }, now)
  return { id, name: formatName(new_player) }
}

/**
 * An entry that stands, with its order and its leagues held: first the order, then the leagues by ascending id.
 * Refuses not_found outside the caller's areas, and not_standing.
 */
async function holdEntry(
  tx: Tx,
  entry_id: number,
  { organizer_areas }: SignedIn,
  league_ids: readonly number[] = [],
): Promise<HeldEntry> {
  const known = (await findEntry(tx, entry_id, organizer_areas)) ?? refuse('not_found')
  await lockOrder(tx, known.order_id)
  for (const id of [...new Set([known.league_id, ...league_ids])].toSorted((a, b) => a - b)) await lockLeague(tx, id)
  const entry = (await findEntry(tx, entry_id, organizer_areas)) ?? refuse('not_found')
  if (entry.refund_requested || (entry.status !== 'Paid' && entry.status !== 'Confirmed')) refuse('not_standing')
  if (entry.order_id !== known.order_id) refuse('conflict')
  return entry
}

async function findEntryOf(tx: Tx, purchase_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('entries')
    .select('id')
    .where('purchase_id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  return id
}

function namesOf({ players }: HeldEntry): string {
  return players.map(({ name }) => name).join(' & ')
}

function areOrIs({ players }: HeldEntry): string {
  return players.length > 1 ? 'are' : 'is'
}

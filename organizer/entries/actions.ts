import { formatCents, readPrice } from '#/contract/money.ts'
import { formatName, formatLeague } from '#/contract/format.ts'
import type { Received } from '#/contract/endpoint.ts'
import { placeholderEmail } from '#/contract/no-email.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { inviteToLeague } from '#/features/invitations/actions.ts'
import { answerEntryInvitation, findEntryInvitation } from '#/features/invitations/queries.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { findAccount, giveUpFormerEntry, insertPartner, isInOneOf, lockForEntry } from '#/features/pairs/queries.ts'
import { endLine, leave } from '#/features/leaving/actions.ts'
import { requestWithdrawal, tableStays } from '#/features/refunds/actions.ts'
import { lockOrder } from '#/features/refunds/queries.ts'
import { isLadderLeague } from '#/features/matches/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { endEnteredWaitListEntry } from '#/features/wait-list/queries.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import { OWN_EMAIL } from './contract.ts'
import type * as calls from './contract.ts'
import {
  closeLine,
  copyConsent,
  findEntry,
  findLeague,
  type LockedEntry,
  type OrganizerLeague,
} from './change-queries.ts'
import { enterLeague } from '#/features/checkout/entry-actions.ts'
import { findEntryOfLine, insertLine, insertOrganizerOrder } from '#/features/invitations/entry-queries.ts'

/**
 * Moves an entry to another division of its season and area. Returns a sentence and the new entry. The paid order line
 * moves along; the old entry keeps its results and no longer counts. Refuses not_found, entry_closed, season_over,
 * entry_has_results without `keep_results`, already_in_league, and 422 for a league of another season, area or kind.
 */
export function moveEntry(
  actor: Actor,
  { entry_id, league_id, keep_results, reason }: { entry_id: number } & Received<typeof calls.moveEntry>['body'],
): Promise<{ message: string; entry_id: number }> {
  return runAction(actor, async (action) => {
    const { tx, audit, notify, player, now } = action
    const entry = await lockEntry(action, entry_id, [league_id])
    const to = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuseLeague()
    if (to.season_id !== entry.season_id || to.area !== entry.area || to.kind !== entry.kind) refuseLeague()
    if (to.league_id === entry.league_id)
      refuse('invalid', { fields: { league_id: 'The entry is already in this league.' } })
    if (entry.ending_date < saleDay(now)) refuse('season_over')
    if (entry.results > 0 && !keep_results) refuseResults(entry)
    for (const { id, name } of entry.players)
      if (await isInOneOf(tx, id, [league_id]))
        refuse('already_in_league', { message: `${name} is in ${to.level_name} already.` })

    const { order_id, buyer_id: player_id, purchase_id } = entry
    await leave(tx, entry, now, async () => {
      // The old entry needs a line too, because the paid one moves along.
      const placeholder = { order_id, player_id, league_id: entry.league_id, price_cents: 0, status: 'Closed' as const }
      const closed = await insertLine(tx, { ...placeholder, withdrawn_at: now }, now)
      await tx.updateTable('entries').set({ purchase_id: closed }).where('id', '=', entry_id).execute()
      await tx.updateTable('purchases').set({ league_id }).where('id', '=', purchase_id).execute()
    })
    await enterLeague(tx, { id: purchase_id, league_id, player_id }, now)
    const moved = await findEntryOfLine(tx, purchase_id)
    const partner = entry.players.find(({ position }) => position === 2)
    if (partner) await insertPartner(tx, { entry_id: moved, league_id, player_id: partner.id, agreed_at: null }, now)
    await copyConsent(tx, { from: entry_id, to: moved })
    await tx
      .updateTable('pair_invitations')
      .set({ entry_id: moved })
      .where('entry_id', '=', entry_id)
      .where('answer', 'is', null)
      .execute()
    await rebuildLeague(tx, league_id)

    await audit<EntryValues>({
      area: entry.area,
      kind: 'move_entry',
      subject: `entry ${entry_id}`,
      summary: `Moved ${namesOf(entry)} from ${entry.league} to ${to.level_name}`,
      reason,
      before: { entry: entry_id, league: entry.league, open_matches: entry.open_matches, results: entry.results },
      after: { entry: moved, league: to.league },
    })
    for (const { id } of entry.players)
      await notify('entry_moved', { player_id: id, from: entry.league_id, to: league_id })
    return { message: `Moved to ${to.level_name}. ${formatPriceDifference(entry, to)}`, entry_id: moved }
  })
}

/** The fields of an entry in the audit log. */
type EntryValues = { entry: number; league: string; status: string; open_matches: number; results: number }

function formatPriceDifference({ price_cents }: LockedEntry, to: OrganizerLeague): string {
  const more = to.price_cents - price_cents
  if (more === 0 || price_cents === 0) return 'No money has moved.'
  return more > 0
    ? `It costs ${formatCents(more)} more than was paid. No money has moved.`
    : `It costs ${formatCents(-more)} less than was paid. No money has moved. You can refund the difference under Payments.`
}

function refuseLeague(): never {
  refuse('invalid', { fields: { league_id: 'Please choose a league of the same season, area and kind.' } })
}

function refuseResults({ results }: LockedEntry): never {
  const count = results === 1 ? 'a result' : `${results} results`
  refuse('entry_has_results', {
    message: `This entry has ${count} in its league. They stay there if it moves. Please confirm that first.`,
  })
}

/**
 * Withdraws an entry from its league. With `refund`, the money or free season is returned as in a player's own
 * withdrawal; without, the line is Closed and the money stays. Once the league is sealed, only the line changes. Returns
 * a sentence and the refund that is still to be made. Refuses not_found, entry_closed and payment_disputed.
 */
export function withdrawEntry(
  actor: Actor,
  { entry_id, refund, reason }: { entry_id: number } & Received<typeof calls.withdrawEntry>['body'],
): Promise<{ refund_id: number | null; message: string }> {
  return runAction(actor, async (action) => {
    const { tx, audit, notify, now } = action
    const entry = await lockEntry(action, entry_id)
    const { purchase_id, league_id, area } = entry
    const sealed = await lockSealed(tx, league_id, now)
    let refund_id: number | null = null
    if (refund) {
      const { refund: row } = await requestWithdrawal(action, { purchase_id, by: 'organizer', reason })
      refund_id = row?.id ?? null
    } else if (await endLine(tx, { id: purchase_id, league_id, status: 'Closed' }, now))
      for (const { id } of entry.players) await notify('entry_withdrawn', { player_id: id, league_id })
    const money = refund ? 'with a refund' : 'without a refund'
    await audit<EntryValues>({
      area,
      kind: 'withdraw_entry',
      subject: `entry ${entry_id}`,
      summary: sealed
        ? `Closed the payment of ${namesOf(entry)} for ${entry.league}, ${money}; the season is over and the table stays`
        : `Withdrew ${namesOf(entry)} from ${entry.league}, ${money}`,
      reason,
      before: { status: entry.status, open_matches: entry.open_matches, results: entry.results },
      after: { status: refund ? 'Refunded' : 'Closed' },
    })
    const are = entry.players.length > 1 ? 'are' : 'is'
    return {
      refund_id,
      message: sealed ? tableStays : `${namesOf(entry)} ${are} out of ${entry.level_name}.`,
    }
  })
}

/**
 * Freezes the place of an entry on a ladder, or releases it. Returns a sentence. Refuses not_found, entry_closed and
 * not_a_ladder.
 */
export function freezeEntry(
  actor: Actor,
  { entry_id, frozen, reason }: { entry_id: number } & Received<typeof calls.freezeEntry>['body'],
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, audit, now } = action
    const entry = await lockEntry(action, entry_id)
    if (!(await isLadderLeague(tx, entry.league_id))) refuse('not_a_ladder')
    await tx
      .updateTable('entries')
      .set(frozen ? { frozen_at: now } : { frozen_at: null, thawed_at: now })
      .where('id', '=', entry_id)
      .execute()
    await audit({
      area: entry.area,
      kind: frozen ? 'freeze_entry' : 'release_entry',
      subject: `entry ${entry_id}`,
      summary: `${frozen ? 'Froze' : 'Released'} the place of ${namesOf(entry)} in ${entry.league}`,
      reason,
    })
    return frozen
      ? `The place of ${namesOf(entry)} is frozen: nobody can challenge it.`
      : `The place of ${namesOf(entry)} is no longer frozen.`
  })
}

/**
 * Gives the place of one player of an entry to another player, with its open matches. What was played stays the leaving
 * player's (docs/decisions/106). Returns a sentence. A buyer who leaves keeps the paid
 * line, now Closed; the new player gets a separate line that costs nothing. Refuses not_found, entry_closed,
 * season_over, and 422 on `leaving_player_id` and `email`.
 */
export function replacePlayer(
  actor: Actor,
  {
    entry_id,
    leaving_player_id,
    email: address,
    reason,
  }: { entry_id: number } & Received<typeof calls.replacePlayer>['body'],
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, audit, notify, player, now } = action
    const known = (await findEntry(tx, entry_id, player.organizer_areas)) ?? refuse('not_found')
    const newPlayer = await lockEntrant(action, address)
    if (!newPlayer.isLocal) refuseElsewhere(newPlayer)
    // Checks the new player before the league is locked. Otherwise an order of theirs that is being settled could hold
    // the league and wait for their account.
    if (await isInOneOf(tx, newPlayer.id, [known.league_id]))
      refuse('invalid', { fields: { email: `${newPlayer.name} is already in this league.` } })
    const entry = await lockEntry(action, entry_id)
    const leaving = entry.players.find(({ id }) => id === leaving_player_id)
    if (!leaving) refuse('invalid', { fields: { leaving_player_id: 'Please choose the leaving player.' } })
    if (entry.ending_date < saleDay(now)) refuse('season_over')
    const { league_id, area, season_id, purchase_id } = entry

    await giveUpFormerEntry(tx, league_id, newPlayer.id)
    await endEnteredWaitListEntry(tx, league_id, newPlayer.id, now)
    await tx
      .updateTable('entry_players')
      .set({ player_id: newPlayer.id, agreed_at: null, replaces_id: leaving.id, taken_over_at: now })
      .where('entry_id', '=', entry_id)
      .where('position', '=', leaving.position)
      .execute()
    if (leaving.position === 1) {
      const order = { player_id: newPlayer.id, season_id, area, total_cents: 0, entered_by_id: player.id }
      const order_id = await insertOrganizerOrder(tx, order, now)
      const line = { order_id, player_id: newPlayer.id, league_id, price_cents: 0, status: 'Confirmed' as const }
      const line_id = await insertLine(tx, line, now)
      await tx.updateTable('entries').set({ purchase_id: line_id }).where('id', '=', entry_id).execute()
      await closeLine(tx, purchase_id, now)
    }
    await rebuildLeague(tx, league_id)
    await audit({
      area,
      kind: 'replace_player',
      subject: `entry ${entry_id}`,
      summary: `Gave the place of ${leaving.name} in ${entry.league} to ${newPlayer.name}`,
      reason,
      before: { player: leaving.name, player_id: leaving.id },
      after: { player: newPlayer.name, player_id: newPlayer.id },
    })
    const handover = { league_id, leaving_player_id, new_player_id: newPlayer.id }
    await notify('place_given', handover)
    await notify('place_taken', handover)
    return `${newPlayer.name} now plays in place of ${leaving.name}.`
  })
}

/**
 * Enters a player without a card, even beyond the league's limit. Returns a sentence and the entry. A player who lives
 * outside the actor's areas is invited instead, and enters by accepting. Refuses not_found for another area's league,
 * season_over, already_in_league, already_invited, invitation_declined, email_in_use, and 422 by field.
 */
export function enterPlayer(
  actor: Actor,
  { league_id, email: address, new_player, amount, partner, reason }: Received<typeof calls.enterPlayer>['body'],
): Promise<{ message: string; entry_id: number | null; invitation_id: number | null }> {
  const paid = readPrice(amount)
  if ('problem' in paid) refuse('invalid', { fields: { amount: paid.problem } })
  return runAction(actor, async (action) => {
    const { tx, audit, notify, player, now } = action
    const league = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuse('not_found')
    if (league.ending_date < saleDay(now)) refuse('season_over')
    if (partner && league.kind === 'singles')
      refuse('invalid', { fields: { 'partner.email': 'There are no partners in singles.' } })
    const entrant = new_player
      ? await openAccount(action, new_player, league)
      : await lockEntrant(action, address ?? '')
    if (partner && partner.email.toLowerCase() === (new_player?.email ?? address ?? '').toLowerCase())
      refuse('invalid', {
        fields: { 'partner.email': OWN_EMAIL },
      })
    if (await isInOneOf(tx, entrant.id, [league_id]))
      refuse('already_in_league', { message: `${entrant.name} is already in this league.` })

    await lockLeague(tx, league_id)
    const { season_id, area } = league
    if (!entrant.isLocal) {
      const invitation = {
        league_id,
        player_id: entrant.id,
        invited_by_id: player.id,
        price_cents: paid.cents,
        partner,
      }
      const invitation_id = await inviteToLeague(action, invitation)
      await audit({
        area,
        kind: 'invite_player',
        subject: `invitation ${invitation_id}`,
        summary: `Invited ${entrant.name} to ${league.league}, ${formatCash(paid.cents)}`,
        reason,
        after: { player_id: entrant.id, amount: formatCents(paid.cents) },
      })
      return { message: `Invited. We are waiting for ${entrant.name} to accept.`, entry_id: null, invitation_id }
    }
    const order = { player_id: entrant.id, season_id, area, total_cents: paid.cents, entered_by_id: player.id }
    const order_id = await insertOrganizerOrder(tx, order, now)
    const line = { order_id, player_id: entrant.id, league_id, price_cents: paid.cents, status: 'Confirmed' as const }
    const partnerColumns = partner && { partner_name: partner.full_name, partner_email: partner.email }
    const purchase_id = await insertLine(tx, { ...line, ...partnerColumns }, now)
    await enterLeague(tx, { id: purchase_id, league_id, player_id: entrant.id }, now)
    const entry_id = await findEntryOfLine(tx, purchase_id)
    await rebuildLeague(tx, league_id)
    await invitePartners(action, { order_id })
    await audit({
      area,
      kind: 'enter_player',
      subject: `entry ${entry_id}`,
      summary: `Entered ${entrant.name} in ${league.league}, ${formatCash(paid.cents)}`,
      reason,
      after: { player_id: entrant.id, new_account: new_player !== undefined, amount: formatCents(paid.cents) },
    })
    await notify('entered', { order_id })
    if (new_player) await notify('set_password', { player_id: entrant.id })
    return { message: `${entrant.name} is in ${league.level_name}.`, entry_id, invitation_id: null }
  })
}

function formatCash(cents: number): string {
  return cents > 0 ? `${formatCents(cents)} in cash` : 'free of charge'
}

/** Withdraws an invitation. Returns a sentence. Refuses not_found outside the actor's areas, and invitation_over. */
export function withdrawEntryInvitation(actor: Actor, { id, reason }: { id: number; reason: string }): Promise<string> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const invitation = await findEntryInvitation(tx, id)
    if (!invitation || !player.organizer_areas.includes(invitation.area)) refuse('not_found')
    if (!(await answerEntryInvitation(tx, id, 'withdrawn', now)))
      refuse('invitation_over', { message: `${invitation.player} has already answered this invitation.` })
    await audit({
      area: invitation.area,
      kind: 'withdraw_invitation',
      subject: `invitation ${id}`,
      summary: `Withdrew the invitation of ${invitation.player} to ${formatLeague(invitation)}`,
      reason,
    })
    return `The invitation of ${invitation.player} is withdrawn.`
  })
}

/** `isLocal`: lives in the actor's areas, is new, or is a draft of the actor's, so the entry counts immediately. */
type Entrant = { id: number; name: string; isLocal: boolean }

function refuseElsewhere({ name }: Entrant): never {
  refuse('invalid', {
    fields: {
      email: `${name} does not live in your areas and has to agree first. Enter them in this league to send an invitation.`,
    },
  })
}

/** The account with an email, locked so that none of its orders interferes. Refuses 422 on `email`. */
async function lockEntrant({ tx, player }: Action, address: string): Promise<Entrant> {
  const account = (await findAccount(tx, address)) ?? refuseUnknown()
  const locked = (await lockForEntry(tx, account.id)) ?? refuseUnknown()
  if (locked.suspended) refuse('invalid', { fields: { email: `${account.name} is suspended.` } })
  const isOwnDraft = locked.area === null && locked.draft_of === player.id
  if (locked.area === null && !isOwnDraft)
    refuse('invalid', {
      fields: {
        email: `The profile of ${account.name} is not complete. Ask them to add what is missing under Settings.`,
      },
    })
  const isLocal = isOwnDraft || player.organizer_areas.some((area) => area === locked.area)
  return { id: account.id, name: account.name, isLocal }
}

function refuseUnknown(): never {
  refuse('invalid', { fields: { email: 'No account has this email.' } })
}

/**
 * Opens an account without a password, in the league's area. Refuses 422 on `new_player.email` if it already has one,
 * and on a year that has not begun.
 */
async function openAccount(
  { tx, player, now }: Action,
  new_player: NonNullable<Received<typeof calls.enterPlayer>['body']['new_player']>,
  { area }: OrganizerLeague,
): Promise<Entrant> {
  const address = new_player.email || placeholderEmail()
  if (await findAccount(tx, address))
    refuse('invalid', {
      fields: { 'new_player.email': 'This email has an account. Choose “Has an account” and search for it.' },
    })
  checkYearOfBirth(new_player.year_of_birth ?? null, now, 'new_player.year_of_birth')
  const id = await insertPlayer(
    tx,
    { ...new_player, email: address, location: area, password_hash: null, opened_by_id: player.id },
    now,
  )
  return { id, name: formatName(new_player), isLocal: true }
}

/**
 * Finds an entry that counts, and locks first its order, then its leagues by ascending id. Refuses not_found outside
 * the actor's areas, and entry_closed.
 */
async function lockEntry(
  { tx, player: { organizer_areas } }: Action,
  entry_id: number,
  league_ids: readonly number[] = [],
): Promise<LockedEntry> {
  const known = (await findEntry(tx, entry_id, organizer_areas)) ?? refuse('not_found')
  await lockOrder(tx, known.order_id)
  for (const id of [...new Set([known.league_id, ...league_ids])].toSorted((a, b) => a - b)) await lockLeague(tx, id)
  const entry = (await findEntry(tx, entry_id, organizer_areas)) ?? refuse('not_found')
  if (entry.refund_requested || (entry.status !== 'Paid' && entry.status !== 'Confirmed')) refuse('entry_closed')
  if (entry.order_id !== known.order_id) refuse('conflict')
  return entry
}

function namesOf({ players }: LockedEntry): string {
  return players.map(({ name }) => name).join(' & ')
}

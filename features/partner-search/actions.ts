import { lockLeague } from '#/features/leagues/queries.ts'
import { inviteToPair } from '#/features/pairs/actions.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { SearchDays } from './contract.ts'
import {
  answerOffer,
  countOffersSince,
  findOffer,
  insertOffer,
  listLooking,
  listOffers,
  listSearchLeagues,
  updateSearch,
} from './queries.ts'

/** Offers that a player can make in a day. They go to people who may not know the player. */
const OFFERS_PER_DAY = 10

/** Starts or ends the actor's search in a league. Returns a sentence. Refuses `not_found`. */
export function setPartnerSearch(
  actor: Actor<SignedIn>,
  { league_id, days }: { league_id: number; days: SearchDays | null },
): Promise<string> {
  return runAction(actor, async ({ tx, player, now }) => {
    if (days !== null) await refuseOutside(tx, actor, league_id)
    await updateSearch(tx, { league_id, player_id: player.id, days }, now)
    return days === null
      ? 'You are no longer shown.'
      : 'The players of your area can see that you are looking for a partner.'
  })
}

async function refuseOutside(tx: Tx, { player, now }: Actor<SignedIn>, league_id: number): Promise<void> {
  const [league] = await listSearchLeagues(tx, player, now, league_id)
  if (!league) refuse('not_found')
}

/**
 * Offers to play with somebody who looks. Returns a sentence. Refuses `not_found`, `not_looking`, `already_offered` and
 * `too_many_requests`.
 */
export function offerPartnership(
  actor: Actor<SignedIn>,
  { league_id, player_id }: { league_id: number; player_id: number },
): Promise<string> {
  return runAction(actor, async ({ tx, player, now, notify }) => {
    await lockLeague(tx, league_id)
    await refuseOutside(tx, actor, league_id)
    const looking = await listLooking(tx, player, [{ league_id }], now)
    const other = looking.find((each) => each.player_id === player_id) ?? refuse('not_looking')
    const dayAgo = new Date(now.getTime() - 86_400_000)
    if ((await countOffersSince(tx, player.id, dayAgo)) >= OFFERS_PER_DAY)
      refuse('too_many_requests', {
        message: 'You have made many offers today. Please try again tomorrow.',
        retryAfter: 86_400,
      })
    const offer_id = await insertOffer(tx, { league_id, from_id: player.id, to_id: player_id }, now)
    await notify('partner_offered', { partner_offer_id: offer_id, player_id })
    return `We have let ${other.name} know.`
  })
}

/**
 * Accepts an offer. If one of the two has entered the league, the other is invited to it, else one of them enters and names
 * the other. Returns a sentence. Refuses `not_found`, `not_looking`, and like `inviteToPair`.
 */
export function acceptPartnership(actor: Actor<SignedIn>, { id }: { id: number }): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, player, now, notify } = action
    const known = await findOffer(tx, id)
    if (known?.to_id !== player.id) refuse('not_found')
    const { league_id } = known
    // Of two that accept at once, the second sees what the first has agreed.
    await lockLeague(tx, league_id)
    const offer = (await listOffers(tx, player, now)).find((each) => each.id === id && each.answer === null)
    if (!offer) refuse('not_looking')
    await answerOffer(tx, id, 'accepted', now)
    await notify('partner_offer_answered', { partner_offer_id: id, player_id: known.from_id })
    const [mine] = await listSearchLeagues(tx, player, now, league_id)
    if (!offer.has_place && !mine?.has_place)
      return `You and ${offer.name} have agreed to play. One of you can enter the league now.`
    const [buyer_id, partner_id] = offer.has_place ? [offer.player_id, player.id] : [player.id, offer.player_id]
    const partner = (await findAddressee(tx, partner_id)) ?? refuse('not_looking')
    return inviteToPair(action, {
      player_id: buyer_id,
      league_id,
      partner: { full_name: partner.name, email: partner.email },
    })
  })
}

/** Declines an offer, withdraws the actor's own, or ends an agreement. Returns a sentence. Refuses `not_found`. */
export function endPartnership(actor: Actor<SignedIn>, { id }: { id: number }): Promise<string> {
  return runAction(actor, async ({ tx, player, now, notify }) => {
    const known = await findOffer(tx, id)
    if (!known || ![known.from_id, known.to_id].includes(player.id)) refuse('not_found')
    await lockLeague(tx, known.league_id)
    const offer = (await findOffer(tx, id)) ?? refuse('not_found')
    const isMine = offer.from_id === player.id
    const other = isMine ? { id: offer.to_id, name: offer.to } : { id: offer.from_id, name: offer.from }
    if (offer.answer === null && isMine) {
      await answerOffer(tx, id, 'withdrawn', now)
      return `You have withdrawn your offer to ${other.name}.`
    }
    if (offer.answer !== null && offer.answer !== 'accepted') refuse('not_looking')
    await answerOffer(tx, id, offer.answer === null ? 'declined' : 'ended', now)
    await notify('partner_offer_answered', { partner_offer_id: id, player_id: other.id })
    return `We will let ${other.name} know.`
  })
}

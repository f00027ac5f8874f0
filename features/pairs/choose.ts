import { findUser } from '#/features/accounts/queries.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Partner, NamedPartner } from './contract.ts'
import { findAccount, isInOneOf, listAgreed } from './queries.ts'
import type { CartLine, Line } from '#/features/checkout/cart-queries.ts'

/** A player, or a guest with the order form's profile. */
export type Buyer = { player_id: number } | { guest: Profile }
type Profile = {
  email: string
  doubles_level?: string | null | undefined
  doubles_partner?: Partner | null | undefined
}

/**
 * The order lines to store, each doubles line with its partner from `partners` or the buyer's profile. Refuses (422,
 * with the field) a partner for a division that is not in the cart, and the buyer as their own partner; and
 * partner_in_league, except to a guest, who must not learn who plays where.
 */
export async function choosePartners(
  db: Db,
  lines: readonly CartLine[],
  named: readonly NamedPartner[] | undefined,
  buyer: Buyer,
): Promise<Line[]> {
  const doubles = lines.filter(({ kind }) => kind === 'doubles')
  if (doubles.length === 0 && !named?.length) return lines.map((line) => lineOf(line))
  const me = 'guest' in buyer ? buyer.guest : await findUser(db, buyer.player_id)
  const partners =
    named === undefined
      ? new Map([...usualPartner(doubles, me), ...(await agreedPartners(db, doubles, buyer))])
      : namedPartners(doubles, named, me)
  if (named && !('guest' in buyer))
    for (const [league_id, { email }] of partners) {
      const account = await findAccount(db, email)
      if (account && (await isInOneOf(db, account.id, [league_id])))
        refuse('partner_in_league', { message: `${account.name} is in that league already. Nothing was charged.` })
    }
  return lines.map((line) => lineOf(line, partners.get(line.league_id)))
}

function lineOf(
  { league_id, price_cents, second_division_cents = 0, discount_cents = 0 }: Line,
  partner?: Partner,
): Line {
  return {
    league_id,
    price_cents,
    second_division_cents,
    discount_cents,
    ...(partner && { partner_name: partner.full_name, partner_email: partner.email }),
  }
}

/** For each of these lines, the doubles partner in the buyer's profile. */
function usualPartner(doubles: readonly CartLine[], me: Profile): Map<number, Partner> {
  const partner = me.doubles_level ? me.doubles_partner : null
  if (!partner || isSameEmail(partner.email, me.email)) return new Map()
  return new Map(doubles.map(({ league_id }) => [league_id, partner]))
}

/** For each of these lines, the player with whom the buyer has agreed to play. */
async function agreedPartners(db: Db, doubles: readonly CartLine[], buyer: Buyer): Promise<Map<number, Partner>> {
  if ('guest' in buyer) return new Map()
  const ids = doubles.map(({ league_id }) => league_id)
  const agreed = await listAgreed(db, buyer.player_id, ids)
  return new Map(agreed.map(({ league_id, ...partner }) => [league_id, partner]))
}

/** The partners from the order form, by league. */
function namedPartners(
  doubles: readonly CartLine[],
  named: readonly NamedPartner[],
  me: Profile,
): Map<number, Partner> {
  const partners = new Map<number, Partner>()
  const fields: Record<string, string> = {}
  for (const [index, { id, slug, full_name, email }] of named.entries()) {
    const line = doubles.find((each) => (id === undefined ? each.slug === slug : each.id === id))
    if (!line) fields[`partners.${index}`] = 'This doubles division is not in your cart.'
    else if (isSameEmail(email, me.email)) fields[`partners.${index}.email`] = ownEmailProblem
    else partners.set(line.league_id, { full_name, email })
  }
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return partners
}

export const ownEmailProblem = 'That is your own email. Please enter your partner’s email.'

export function isSameEmail(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase()
}

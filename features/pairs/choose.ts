import { findUser } from '#/features/accounts/queries.ts'
import type { CartLine, Line } from '#/features/checkout/queries.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Partner, NamedPartner } from './contract.ts'
import { isSame, yourself } from './pairing.ts'
import { findAccount, isInOneOf } from './queries.ts'

/** Who buys: a player, or a guest by what the form says. */
export type Buyer = { player_id: number } | { guest: Profile }
type Profile = {
  email: string
  doubles_level?: string | null | undefined
  doubles_partner?: Partner | null | undefined
}

/**
 * The lines to store, each doubles line with whom the buyer wants to play with: as `asked`, else as the profile says.
 * Refuses what is asked for no doubles division of the cart, or for the buyer (422, by field), and partner_in_league;
 * a guest is not told who plays where.
 */
export async function choosePartners(
  db: Db,
  lines: readonly CartLine[],
  asked: readonly NamedPartner[] | undefined,
  buyer: Buyer,
): Promise<Line[]> {
  const doubles = lines.filter(({ kind }) => kind === 'doubles')
  if (doubles.length === 0 && !asked?.length) return lines.map((line) => lineOf(line))
  const me = 'guest' in buyer ? buyer.guest : await findUser(db, buyer.player_id)
  const partners = asked === undefined ? usualPartner(doubles, me) : namedPartners(doubles, asked, me)
  if (asked && !('guest' in buyer))
    for (const [league_id, { email }] of partners) {
      const account = await findAccount(db, email)
      if (account && (await isInOneOf(db, account.id, [league_id])))
        refuse('partner_in_league', { message: `${account.name} is in that league already. Nothing was charged.` })
    }
  return lines.map((line) => lineOf(line, partners.get(line.league_id)))
}

function lineOf({ league_id, price_cents }: Line, partner?: Partner): Line {
  return {
    league_id,
    price_cents,
    ...(partner && { partner_name: partner.full_name, partner_email: partner.email }),
  }
}

/** The doubles partner of the profile, for each of these lines. */
function usualPartner(doubles: readonly CartLine[], me: Profile): Map<number, Partner> {
  const partner = me.doubles_level ? me.doubles_partner : null
  if (!partner || isSame(partner.email, me.email)) return new Map()
  return new Map(doubles.map(({ league_id }) => [league_id, partner]))
}

/** By league, whom the order form names. */
function namedPartners(
  doubles: readonly CartLine[],
  asked: readonly NamedPartner[],
  me: Profile,
): Map<number, Partner> {
  const named = new Map<number, Partner>()
  const fields: Record<string, string> = {}
  for (const [index, { id, slug, full_name, email }] of asked.entries()) {
    const line = doubles.find((each) => (id === undefined ? each.slug === slug : each.id === id))
    if (!line) fields[`partners.${index}`] = 'This is no doubles division of the cart.'
    else if (isSame(email, me.email)) fields[`partners.${index}.email`] = yourself
    else named.set(line.league_id, { full_name, email })
  }
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return named
}

import { sql } from 'kysely'
import { formatName } from '#/contract/format.ts'
import { withAsciiDomain } from '#/contract/fields.ts'
import { addressOf, findPlayers, normalize, spokenName, type CheckTerms, type KnownPlayer } from './check.ts'
import type { NamedLeague } from './leagues.ts'

export const SEVERAL = 'Several players have this name. Please enter the email.'

/** A cell that names a player: an email as it is stored, or a name in the order in which it is said. */
export function wordOf(cell: string): string {
  return cell.includes('@') ? withAsciiDomain(addressOf(cell)) : spokenName(cell)
}

/** The players of a cell: both of a pair in doubles, 'Ada Moreno / Bea Lind' or 'Moreno, Ada & Lind, Bea'. */
export function splitPair(cell: string, league: NamedLeague | null): string[] {
  const parts = league?.division.kind === 'doubles' ? cell.split(/\s*[/&;]\s*|\s+(?:\+|and|with)\s+/i) : [cell]
  return parts.map((part) => wordOf(part.trim())).filter((word) => word !== '')
}

/** Finds a player by email, or by full name among those whom the organizer may see. */
type PersonFinder = (word: string) => KnownPlayer | typeof SEVERAL | undefined

/** Loads the players whom these words can mean. */
export async function openPeople(terms: CheckTerms, words: readonly string[]): Promise<PersonFinder> {
  const emails = words.filter((word) => word.includes('@'))
  const byEmail = await findPlayers(terms.db, emails)
  const byName = await findByName(
    terms,
    words.filter((word) => word !== '' && !word.includes('@')),
  )
  return (word) => {
    if (word.includes('@')) return byEmail.get(word.toLowerCase())
    const found = byName.get(normalize(word)) ?? []
    return found.length > 1 ? SEVERAL : found[0]
  }
}

const NAMES_AT_ONCE = 5_000

/** The players of these names in the organizer's areas, or whose accounts the organizer opened, by compared name. */
async function findByName({ db, areas, organizer_id }: CheckTerms, names: readonly string[]) {
  const found = new Map<string, KnownPlayer[]>()
  const wanted = [...new Set(names.map(normalize))]
  for (let from = 0; from < wanted.length; from += NAMES_AT_ONCE) {
    const part = wanted.slice(from, from + NAMES_AT_ONCE)
    const { rows } = await sql<KnownPlayer>`
      select p.id, p.email, p.first_name, p.last_name, p.one_name, p.phone, p.singles_level, p.gender, p.year_of_birth,
        p.area, p.opened_by_id, p.email_verified_at, p.suspended_at
      from players p
      where look_of(fold_name(p.name)) in (select look_of(fold_name(word)) from unnest(${part}::text[]) as word)
        and p.deleted_at is null and (p.area = any (${areas}::text[]) or p.opened_by_id = ${organizer_id})
      order by p.id`.execute(db)
    for (const player of rows) {
      const key = normalize(formatName(player))
      found.set(key, [...(found.get(key) ?? []), player])
    }
  }
  return found
}

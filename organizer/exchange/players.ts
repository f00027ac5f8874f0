import { sql } from 'kysely'
import { areAllAreas, areaName, isArea, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { email, line, phone, singlesLevels, type Gender, type SinglesLevel } from '#/contract/fields.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import type { Tx } from '#/server/db.ts'
import { checkPhone } from '#/server/phone.ts'
import { Refusal } from '#/server/refuse.ts'
import { formatName } from '#/contract/format.ts'
import {
  cellOf,
  findPlayers,
  plainly,
  previewRows,
  Problems,
  type CheckTerms,
  type Found,
  type KnownPlayer,
} from './check.ts'
import type { TableRow } from './csv.ts'

type Profile = { phone: string; singles_level: SinglesLevel; gender: Gender; area: AreaSlug }
export type PlayerRow = {
  email: string
  first_name: string
  last_name: string
  /** Whole or missing, as everybody's. */
  profile: Profile | null
  /** Who gets it; null: a new player. */
  known: KnownPlayer | null
}

/** Checks a file of players by the rules of the sign-up. */
export async function checkPlayers(terms: CheckTerms): Promise<Found<PlayerRow>> {
  const problems = new Problems('players', terms)
  const read: { row: TableRow; player: Omit<PlayerRow, 'known'> }[] = []
  const seen = new Set<string>()
  const rows: PlayerRow[] = []
  let existing = 0
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const player = readPlayer(terms, row, problems)
    if (player && !problems.has(row)) read.push({ row, player })
  }
  const known = await findPlayers(
    terms.db,
    read.map(({ player }) => player.email),
  )
  const isMine = await openScope(terms, [...known.values()])
  const preview: string[][] = []
  for (const { row, player } of read) {
    const key = player.email.toLowerCase()
    const found = known.get(key) ?? null
    const isNew = !found && !seen.has(key)
    const changes = found !== null && terms.update && !seen.has(key) && differs(found, player)
    seen.add(key)
    if (changes && !isMine(found)) {
      const where =
        found.area === null ? 'is in none of your leagues' : `is in ${areaName(found.area)}, not in your areas`
      problems.add(row, 'email', `This player ${where}: leave the row out.`)
      continue
    }
    if (isNew || changes) rows.push({ ...player, known: found })
    else existing += 1
    if (preview.length < previewRows)
      preview.push([...formatPlayer(player), isNew ? 'new' : changes ? 'changed' : 'there already'])
  }
  const columns = ['Name', 'Email', 'Phone', 'Level', 'Gender', 'Area', '']
  return { rows, existing, problems, makes: [], columns, preview }
}

/**
 * Whom the organizer may change: who lives in their areas; who lives nowhere yet, once entered there, is theirs too, and
 * everybody is the player of whoever runs all areas.
 */
async function openScope(
  { db, areas }: CheckTerms,
  known: readonly KnownPlayer[],
): Promise<(player: KnownPlayer) => boolean> {
  if (areAllAreas(areas)) return () => true
  const homeless = known.filter(({ area }) => area === null).map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select distinct ep.player_id as id from entry_players ep join leagues l on l.id = ep.league_id
    where ep.player_id = any (${homeless}::int[]) and l.area = any (${areas}::text[])`.execute(db)
  const entered = new Set(rows.map(({ id }) => id))
  return ({ id, area }) => (area === null ? entered.has(id) : areas.includes(area))
}

function readPlayer(terms: CheckTerms, row: TableRow, problems: Problems): Omit<PlayerRow, 'known'> | null {
  const address = email.safeParse(cellOf(terms, row, 'email'))
  if (!address.success) return problems.add(row, 'email', address.error.issues[0]?.message ?? '')
  const [first, last] = readName(terms, row)
  const first_name = line(60).safeParse(first)
  const last_name = line(60).safeParse(last)
  if (!first_name.success || !last_name.success)
    return problems.add(
      row,
      first === '' || last === '' ? 'name' : 'last_name',
      'A first and a last name are needed, of 60 characters at most.',
    )
  return {
    email: address.data,
    first_name: first_name.data,
    last_name: last_name.data,
    profile: readProfile(terms, row, problems),
  }
}

function readName(terms: CheckTerms, row: TableRow): [first: string, last: string] {
  const [first, last] = [cellOf(terms, row, 'first_name'), cellOf(terms, row, 'last_name')]
  if (first !== '' && last !== '') return [first, last]
  const whole = cellOf(terms, row, 'name') || `${first} ${last}`.trim()
  const turned = /^([^,]+),\s*(.+)$/.exec(whole)
  if (turned) return [turned[2] ?? '', turned[1] ?? '']
  const cut = whole.lastIndexOf(' ')
  return cut < 0 ? [whole, ''] : [whole.slice(0, cut).trim(), whole.slice(cut + 1)]
}

const profileFields = ['phone', 'level', 'gender', 'area'] as const

function readProfile(terms: CheckTerms, row: TableRow, problems: Problems): Profile | null {
  const given = profileFields.filter((field) => cellOf(terms, row, field) !== '')
  if (given.length === 0) return null
  const missing = profileFields.find((field) => !given.includes(field))
  if (missing !== undefined)
    return problems.add(
      row,
      missing,
      'Phone, level, gender and area go together: fill in all four, or none, and the player is asked before the first purchase.',
    )
  const number = readPhone(cellOf(terms, row, 'phone'))
  if ('problem' in number) problems.add(row, 'phone', number.problem)
  const level = readLevel(cellOf(terms, row, 'level'))
  if (!level) problems.add(row, 'level', `Please write a level: ${singlesLevels.join(', ')}.`)
  const gender = genderWords[plainly(cellOf(terms, row, 'gender'))]
  if (!gender) problems.add(row, 'gender', 'Please write Female or Male.')
  const word = plainly(cellOf(terms, row, 'area'))
  const area = isArea(word) ? word : listedAreas().find(({ name }) => plainly(name) === word)?.slug
  if (area === undefined)
    problems.add(
      row,
      'area',
      `Please write ${listedAreas()
        .map(({ name }) => name)
        .join(', ')}.`,
    )
  else if (!terms.areas.includes(area)) problems.add(row, 'area', `You do not run the leagues of ${areaName(area)}.`)
  if ('problem' in number || !level || !gender || area === undefined) return null
  return { phone: number.phone, singles_level: level, gender, area }
}

const genderWords: Record<string, Gender> = {
  female: 'Female',
  f: 'Female',
  woman: 'Female',
  women: 'Female',
  w: 'Female',
  male: 'Male',
  m: 'Male',
  man: 'Male',
  men: 'Male',
}

/** '3.5', '3,5', 'NTRP 3.5', '4'. */
function readLevel(text: string): SinglesLevel | undefined {
  const digits = /(\d)(?:[.,](\d))?(?!\d)/.exec(text)
  const level = digits && `${digits[1]}.${digits[2] ?? '0'}`
  return singlesLevels.find((each) => each === level)
}

function readPhone(text: string): { phone: string } | { problem: string } {
  const written = phone.safeParse(text)
  if (!written.success) return { problem: written.error.issues[0]?.message ?? '' }
  try {
    return { phone: checkPhone(written.data) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.fields?.['phone'] ?? error.message }
    throw error
  }
}

function differs(known: KnownPlayer, { first_name, last_name, profile }: Omit<PlayerRow, 'known'>): boolean {
  return (
    known.first_name !== first_name ||
    known.last_name !== last_name ||
    (profile !== null &&
      (known.phone !== profile.phone ||
        known.singles_level !== profile.singles_level ||
        known.gender !== profile.gender ||
        known.area !== profile.area))
  )
}

function formatPlayer({ first_name, last_name, email: address, profile }: Omit<PlayerRow, 'known'>): string[] {
  const said = profile
    ? [profile.phone, profile.singles_level, profile.gender, areaName(profile.area)]
    : ['', '', '', '']
  return [formatName({ first_name, last_name }), address, ...said]
}

/** Stores new players, without a password and without an email, and what has changed of others; answers before and after by email. */
export async function storePlayers(
  tx: Tx,
  rows: readonly PlayerRow[],
  now: Date,
  tick: (done: number) => Promise<void>,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const [index, { email: address, first_name, last_name, profile, known }] of rows.entries()) {
    await tick(index)
    if (known) {
      const { id, email: _, ...was } = known
      const is = { first_name, last_name, ...profile }
      before[address] = was
      after[address] = { ...was, ...is }
      await tx.updateTable('players').set(is).where('id', '=', id).execute()
      continue
    }
    const { area: location = null, ...said } = profile ?? { phone: null, singles_level: null, gender: null }
    await insertPlayer(tx, { email: address, first_name, last_name, password_hash: null, ...said, location }, now)
  }
  return { before, after }
}

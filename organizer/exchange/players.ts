import { areAllAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { sideOf } from '#/rules/gender.ts'
import { levelName, listedLevels } from '#/contract/levels.ts'
import { findLevel } from '#/rules/level-names.ts'
import { formatName } from '#/contract/format.ts'
import { yearOfBirth } from '#/contract/age-group.ts'
import { newPlayer } from '#/features/accounts/contract.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import type { Action } from '#/server/action.ts'
import { checkPhone } from '#/server/phone.ts'
import { Refusal } from '#/server/refuse.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import {
  cellOf,
  findPlayers,
  Found,
  isDraft,
  normalize,
  Problems,
  readArea,
  type Changes,
  type CheckTerms,
  type KnownPlayer,
} from './check.ts'
import type { TableRow } from './csv.ts'

type Profile = { phone: string; singles_level: string; gender: string | null; area: AreaSlug }
type NewPlayer = {
  email: string
  first_name: string
  last_name: string
  one_name: boolean
  /** Complete or absent, like all profiles. */
  profile: Profile | null
  /** Null if the file does not have it; the stored one is kept. */
  year_of_birth: number | null
}
/** `known`: the player to update. Null for a new player. */
export type PlayerRow = NewPlayer & { known: KnownPlayer | null }

/** Checks a file of players by the rules of the sign-up. */
export async function checkPlayers(terms: CheckTerms): Promise<Found<PlayerRow>> {
  const problems = new Problems('players', terms)
  const found = new Found<PlayerRow>(problems, ['Name', 'Email', 'Phone', 'Level', 'Gender', 'Area', 'Year of birth'])
  const read: { row: TableRow; player: NewPlayer }[] = []
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const player = readPlayer(terms, row, problems)
    if (player && !problems.has(row)) read.push({ row, player })
  }
  const players = await findPlayers(
    terms.db,
    read.map(({ player }) => player.email),
  )
  const inFile = new Set<string>()
  for (const { row, player } of read) {
    const key = player.email.toLowerCase()
    const known = players.get(key) ?? null
    const isFirst = !inFile.has(key)
    inFile.add(key)
    const changes = known !== null && terms.update && isFirst && differs(known, player)
    if (changes && !isMine(terms, known)) {
      const where =
        known.area === null ? 'is in none of your leagues' : `is in ${areaName(known.area)}, not in your areas`
      problems.add(row, 'email', `This player ${where}. Please remove the row.`)
      continue
    }
    if (changes && movesPlayer(known, player)) {
      problems.add(
        row,
        'area',
        known.area === null
          ? 'Only the player can choose the area of this account.'
          : `Only the player can change the area. Please write ${areaName(known.area)}.`,
      )
      continue
    }
    const state = changes ? 'changed' : known || !isFirst ? 'existing' : 'new'
    found.add(state, { ...player, known }, formatPlayer(player))
  }
  return found
}

/**
 * Whether the organizer may change a player: one who lives in their areas, or a draft without an area that they opened.
 * An organizer of all areas may change anybody.
 */
function isMine({ areas, organizer_id }: CheckTerms, known: KnownPlayer): boolean {
  if (areAllAreas(areas)) return true
  return known.area === null ? isDraft(known) && known.opened_by_id === organizer_id : areas.includes(known.area)
}

/** Whether the row would change the area. Where a player lives decides who may help with the account, so only the player can change it. */
function movesPlayer(known: KnownPlayer, { profile }: NewPlayer): boolean {
  return profile !== null && profile.area !== known.area && !isDraft(known)
}

function readPlayer(terms: CheckTerms, row: TableRow, problems: Problems): NewPlayer | null {
  const email = problems.read(row, 'email', newPlayer.email)
  if (email === null) return null
  const one_name = readOneName(terms, row, problems)
  if (one_name === null) return null
  const [first, last] = readName(terms, row, one_name)
  const field = cellOf(terms, row, 'name') === '' ? 'first_name' : 'name'
  if (first === '' || (last === '') !== one_name)
    return problems.add(
      row,
      first === '' || last === '' ? 'name' : 'last_name',
      one_name
        ? 'Please leave the last name blank for somebody with one name.'
        : 'Please enter a first and a last name, or yes under “One name”.',
    )
  const first_name = problems.parse(row, field, newPlayer.first_name, first)
  const last_name = problems.parse(row, field === 'name' ? 'name' : 'last_name', newPlayer.last_name, last)
  if (first_name === null || last_name === null) return null
  return {
    email,
    first_name,
    last_name,
    one_name,
    profile: readProfile(terms, row, problems),
    year_of_birth: readYearOfBirth(terms, row, problems),
  }
}

const oneNameWords: Record<string, boolean> = {
  yes: true,
  y: true,
  true: true,
  x: true,
  1: true,
  '': false,
  no: false,
  n: false,
  false: false,
  0: false,
}

/** Whether the row says that somebody has one name. */
function readOneName(terms: CheckTerms, row: TableRow, problems: Problems): boolean | null {
  return (
    oneNameWords[normalize(cellOf(terms, row, 'one_name'))] ??
    problems.add(row, 'one_name', 'Please write yes, or leave it blank.')
  )
}

function readName(terms: CheckTerms, row: TableRow, one_name: boolean): [first: string, last: string] {
  const [first, last] = [cellOf(terms, row, 'first_name'), cellOf(terms, row, 'last_name')]
  if (one_name) return [first || cellOf(terms, row, 'name'), last]
  if (first !== '' && last !== '') return [first, last]
  const whole = cellOf(terms, row, 'name') || `${first} ${last}`.trim()
  const inverted = /^([^,]+),\s*(.+)$/.exec(whole)
  if (inverted) return [inverted[2] ?? '', inverted[1] ?? '']
  const cut = whole.lastIndexOf(' ')
  return cut < 0 ? [whole, ''] : [whole.slice(0, cut).trim(), whole.slice(cut + 1)]
}

const profileFields = ['phone', 'level', 'gender', 'area'] as const

function readProfile(terms: CheckTerms, row: TableRow, problems: Problems): Profile | null {
  const given = profileFields.filter((field) => cellOf(terms, row, field) !== '')
  if (given.length === 0) return null
  const isOptional = !organization().gender_required
  const missing = profileFields.find((field) => !given.includes(field) && !(field === 'gender' && isOptional))
  if (missing !== undefined)
    return problems.add(
      row,
      missing,
      'Phone, level, gender and area go together. Fill in all four, or none to ask the player before the first purchase.',
    )
  const phone = readPhone(row, problems)
  const singles_level = readLevel(cellOf(terms, row, 'level'))
  if (!singles_level)
    problems.add(
      row,
      'level',
      `Please write a level: ${listedLevels()
        .map(({ name }) => name)
        .join(', ')}.`,
    )
  const gender = given.includes('gender') ? readGender(terms, row, problems) : null
  const area = readArea(terms, row, problems)
  return phone === null || !singles_level || problems.has(row) || area === null
    ? null
    : { phone, singles_level, gender, area }
}

/** One of the organization's answers, or its only one for women or men in another word. */
function readGender(terms: CheckTerms, row: TableRow, problems: Problems): string | null {
  const { genders } = organization()
  const word = normalize(cellOf(terms, row, 'gender'))
  const ofSide = genders.filter(({ name }) => sideOf(name, genders) === genderWords[word])
  const found = genders.find(({ name }) => normalize(name) === word) ?? (word in genderWords ? ofSide[0] : undefined)
  if (found) return found.name
  const names = genders.map(({ name }) => name).toSorted()
  return problems.add(row, 'gender', `Please write ${names.join(' or ')}.`)
}

const genderWords: Record<string, 'Female' | 'Male'> = {
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

/** A level's name. For ratings, also '3,5', 'NTRP 3.5', '4'. */
function readLevel(text: string): string | undefined {
  const digits = /(\d)(?:[.,](\d))?(?!\d)/.exec(text)
  const rating = digits ? `${digits[1]}.${digits[2] ?? '0'}` : ''
  return (findLevel(listedLevels(), text) ?? findLevel(listedLevels(), rating))?.key
}

function readPhone(row: TableRow, problems: Problems): string | null {
  const phone = problems.read(row, 'phone', newPlayer.phone)
  if (phone === null) return null
  return orProblem(row, problems, 'phone', () => checkPhone(phone))
}

function readYearOfBirth(terms: CheckTerms, row: TableRow, problems: Problems): number | null {
  const cell = cellOf(terms, row, 'year_of_birth')
  if (cell === '') return null
  const read = yearOfBirth.safeParse(/^\d{4}$/.test(cell) ? Number(cell) : cell)
  if (!read.success) return problems.add(row, 'year_of_birth', read.error.issues[0]?.message ?? '')
  return orProblem(row, problems, 'year_of_birth', () => checkYearOfBirth(read.data, terms.now))
}

/** The result of a server-side check of a cell. Null if it refuses the cell. */
function orProblem<T>(row: TableRow, problems: Problems, field: string, check: () => T): T | null {
  try {
    return check()
  } catch (error) {
    if (error instanceof Refusal) return problems.add(row, field, error.fields?.[field] ?? error.message)
    throw error
  }
}

function differs(known: KnownPlayer, player: NewPlayer): boolean {
  const before: Record<string, unknown> = known
  return Object.entries(changeOf(player)).some(([name, value]) => before[name] !== value)
}

/** The changes to an existing player. */
function changeOf({ first_name, last_name, one_name, profile, year_of_birth }: NewPlayer) {
  return { first_name, last_name, one_name, ...profile, ...(year_of_birth !== null && { year_of_birth }) }
}

function formatPlayer({ first_name, last_name, email, profile, year_of_birth }: NewPlayer): string[] {
  const cells = profile
    ? [profile.phone, levelName(profile.singles_level), profile.gender ?? '', areaName(profile.area)]
    : ['', '', '', '']
  return [formatName({ first_name, last_name }), email, ...cells, String(year_of_birth ?? '')]
}

/** The fields in the audit log. A change of the year of birth is recorded without its value. */
type StoredFields = Omit<KnownPlayer, 'id' | 'email' | 'year_of_birth' | 'opened_by_id' | 'email_verified_at'> & {
  year_of_birth?: 'changed'
}

/**
 * Stores new players, without a password and without an email, and the changes of others. Returns the values by email.
 */
export async function storePlayers(
  { tx, player, now }: Action,
  rows: readonly PlayerRow[],
  tick: CheckTerms['tick'],
): Promise<Changes> {
  const before: Record<string, StoredFields> = {}
  const after: Record<string, StoredFields> = {}
  for (const [index, row] of rows.entries()) {
    await tick(index)
    const { email, first_name, last_name, one_name, profile, year_of_birth, known } = row
    if (known) {
      const { id, email: _, year_of_birth: former, opened_by_id: __, email_verified_at: ___, ...fields } = known
      const isOther = year_of_birth !== null && year_of_birth !== former
      before[email] = fields
      after[email] = {
        ...fields,
        first_name,
        last_name,
        one_name,
        ...profile,
        ...(isOther && { year_of_birth: 'changed' }),
      }
      await tx.updateTable('players').set(changeOf(row)).where('id', '=', id).execute()
      continue
    }
    const { area: location = null, ...fields } = profile ?? { phone: null, singles_level: null, gender: null }
    const account = { email, first_name, last_name, one_name, password_hash: null, ...fields, year_of_birth, location }
    await insertPlayer(tx, { ...account, opened_by_id: player.id }, now)
  }
  return { league_ids: [], before, after }
}

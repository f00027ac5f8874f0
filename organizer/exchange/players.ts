import { areAllAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import { sideOf } from '#/rules/gender.ts'
import { levelName, listedLevels } from '#/contract/levels.ts'
import { findLevel } from '#/rules/level-names.ts'
import { formatName } from '#/contract/format.ts'
import { yearOfBirth } from '#/contract/age-group.ts'
import { placeholderEmail } from '#/contract/no-email.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { new_player } from '#/organizer/entries/contract.ts'
import type { Action } from '#/server/action.ts'
import { checkPhone } from '#/server/phone.ts'
import { Refusal } from '#/server/refuse.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import {
  addressOf,
  cellOf,
  Found,
  isDraft,
  normalize,
  Problems,
  readArea,
  type Changes,
  type CheckTerms,
  type KnownPlayer,
} from './check.ts'
import { openPeople, SEVERAL } from './people.ts'
import type { TableRow } from './rows.ts'

/** Null for a field that the row does not have. */
type Profile = { phone: string | null; singles_level: string | null; gender: string | null; area: AreaSlug | null }
type NewPlayer = {
  /** Empty for a player without one. */
  email: string
  first_name: string
  last_name: string
  one_name: boolean
  profile: Profile
  /** Null if the file does not have it; the stored one is kept. */
  year_of_birth: number | null
}
/** `known`: the player to update. Null for a new player. */
export type PlayerRow = NewPlayer & { known: KnownPlayer | null }

type ReadRow = { row: TableRow; player: NewPlayer }

/** Checks a file of players by the rules of an organizer's entry of a new player; what a profile lacks, the player is asked for. */
export async function checkPlayers(terms: CheckTerms): Promise<Found<PlayerRow>> {
  const problems = new Problems('players', terms)
  const found = new Found<PlayerRow>(problems, ['Name', 'Email', 'Phone', 'Level', 'Gender', 'Area', 'Year of birth'])
  const read = new Map<string, ReadRow[]>()
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const player = readPlayer(terms, row, problems)
    if (!player || problems.has(row)) continue
    const key = player.email.toLowerCase() || byName(player)
    read.set(key, [...(read.get(key) ?? []), { row, player }])
  }
  const findKnown = await openPeople(
    terms,
    [...read.values()].flatMap(([first]) => (first ? [first.player.email || formatName(first.player)] : [])),
  )
  const named = new Set(
    [...read.values()].flat().flatMap(({ player }) => (player.email === '' ? [] : [byName(player)])),
  )
  for (const [key, rows] of read) {
    const [first] = rows
    const known = first ? (findKnown(first.player.email || formatName(first.player)) ?? null) : null
    if (known === SEVERAL) {
      for (const { row } of rows) problems.add(row, 'email', SEVERAL)
      continue
    }
    // A row without an email that has the name of another row is about the same player.
    if (known === null && named.has(key)) {
      for (const { player } of rows) found.add('existing', { ...player, known }, formatPlayer(player))
      continue
    }
    const person = readPerson(terms, rows, known, problems)
    if (person) addPerson(terms, person, known, found)
  }
  return found
}

/** The key of a player without an email. */
function byName(player: NewPlayer): string {
  return `name ${foldedName(player)}`
}

/**
 * The rows of one email under the name that holds. `renames`: the organizer has chosen it over the account's name.
 * `left_out`: the rows with another name.
 */
type Person = { rows: readonly ReadRow[]; left_out: readonly ReadRow[]; renames: boolean }

/** Asks which name holds if an email has several, in the file or in its account. Null while nobody has answered. */
function readPerson(
  terms: CheckTerms,
  rows: readonly ReadRow[],
  known: KnownPlayer | null,
  problems: Problems,
): Person | null {
  const [first] = rows
  if (!first) return null
  const holder = foldedName(known ?? first.player)
  const others = new Map(
    rows.toReversed().flatMap((each) => {
      const name = foldedName(each.player)
      return name === holder ? [] : [[name, each]]
    }),
  )
  if (others.size === 0) return { rows, left_out: [], renames: false }
  const { email } = first.player
  const options = [...(known ? [] : [first]), ...[...others.values()].toReversed()].map(({ row, player }) => ({
    value: `line ${row.line}`,
    label: formatName(player),
    note: `As in line ${row.line}. Lines with another name are left out.`,
  }))
  const answer = terms.questions.ask({
    key: `name ${email.toLowerCase()}`,
    title: known
      ? `The account of ${email} has another name. Whose is it?`
      : `The email ${email} has two names. Whose is it?`,
    options: [
      ...(known ? [{ value: 'account', label: formatName(known), note: 'As in the account.' }] : []),
      ...(known === null || isMine(terms, known) ? options : []),
      { value: 'different', label: 'These are different people', note: 'Each of them needs a different email.' },
    ],
  })
  if (answer === null) return null
  if (answer === 'different') {
    for (const { row, player } of rows)
      if (foldedName(player) !== holder)
        problems.add(
          row,
          'email',
          `This is the email of ${formatName(known ?? first.player)}. Please write a different one for ${formatName(player)}.`,
        )
    return { rows: rows.filter(({ row }) => !problems.has(row)), left_out: [], renames: false }
  }
  if (answer === 'account' && known) {
    const { first_name, last_name, one_name } = known
    const named = rows.map(({ row, player }) => ({ row, player: { ...player, first_name, last_name, one_name } }))
    return { rows: named, left_out: [], renames: false }
  }
  const chosen = rows.find(({ row }) => answer === `line ${row.line}`) ?? first
  const isChosen = ({ player }: ReadRow) => foldedName(player) === foldedName(chosen.player)
  return {
    rows: rows.filter(isChosen),
    left_out: rows.filter((each) => !isChosen(each)),
    renames: known !== null,
  }
}

function foldedName(person: { first_name: string; last_name: string }): string {
  return normalize(formatName(person))
}

/** Adds the rows of one person: the first one counts, and the others are there already. */
function addPerson(
  terms: CheckTerms,
  { rows: [first, ...others], left_out, renames }: Person,
  known: KnownPlayer | null,
  found: Found<PlayerRow>,
): void {
  if (!first) return
  const { problems } = found
  const { row } = first
  // Without the option, an existing player gets nothing but the chosen name.
  const player = known && !terms.update ? { ...first.player, profile: emptyProfile, year_of_birth: null } : first.player
  const changes = known !== null && (terms.update || renames) && differs(known, player)
  if (changes && !isMine(terms, known)) {
    const where =
      known.area === null ? 'is in none of your leagues' : `is in ${areaName(known.area)}, not in your areas`
    problems.add(row, 'email', `This player ${where}. Please remove the row.`)
    return
  }
  if (changes && movesPlayer(known, player)) {
    problems.add(
      row,
      'area',
      known.area === null
        ? 'Only the player can choose the area of this account.'
        : `Only the player can change the area. Please write ${areaName(known.area)}.`,
    )
    return
  }
  if (known === null && !isComplete(player.profile)) found.incomplete += 1
  found.add(changes ? 'changed' : known ? 'existing' : 'new', { ...player, known }, formatPlayer(first.player))
  for (const other of others)
    if (contradicts(first.player, other.player))
      problems.add(
        other.row,
        'email',
        `Line ${row.line} has different details of this player. Please keep one of the two.`,
      )
    else found.add('existing', { ...other.player, known }, formatPlayer(other.player))
  for (const { player: other } of left_out) found.add('existing', { ...other, known }, formatPlayer(other), 'left out')
}

/** Whether two rows of one player have different values in a field. */
function contradicts(one: NewPlayer, other: NewPlayer): boolean {
  const values = ({ profile, year_of_birth }: NewPlayer) => Object.values({ ...profile, year_of_birth })
  const former = values(one)
  return values(other).some((value, index) => value !== null && former[index] !== null && value !== former[index])
}

const emptyProfile: Profile = { phone: null, singles_level: null, gender: null, area: null }

/** Whether nothing is left to ask the player. */
function isComplete(profile: Profile): boolean {
  const { gender, ...others } = profile
  return Object.values(others).every((value) => value !== null) && (gender !== null || !organization().gender_required)
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
  return profile.area !== null && profile.area !== known.area && !isDraft(known)
}

function readPlayer(terms: CheckTerms, row: TableRow, problems: Problems): NewPlayer | null {
  const written = addressOf(cellOf(terms, row, 'email'))
  const isBlank = blankWord.test(written)
  if (isBlank && terms.blanks === 'refuse') return problems.add(row, 'email', BLANK)
  const email = isBlank ? '' : problems.read(row, 'email', fields.email, written)
  if (email === null) return null
  const one_name = readOneName(terms, row, problems)
  if (one_name === null) return null
  const hasParts = cellOf(terms, row, 'name') === ''
  const [first, last] = readName(terms, row, one_name)
  const first_name = problems.read(row, hasParts ? 'first_name' : 'name', fields.first_name, first)
  if (first_name === null) return null
  const last_name = problems.read(row, hasParts ? 'last_name' : 'name', fields.last_name, last)
  if (last_name === null) return null
  if ((last_name === '') !== one_name)
    return problems.add(
      row,
      hasParts ? 'last_name' : 'name',
      one_name
        ? 'Please leave the last name blank for somebody with one name.'
        : hasParts
          ? 'Please enter a last name.'
          : 'Please enter a first and a last name, or yes under “One name”.',
    )
  return {
    email,
    first_name,
    last_name,
    one_name,
    profile: readProfile(terms, row, problems),
    year_of_birth: readYearOfBirth(terms, row, problems),
  }
}

const fields = new_player.shape

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
  const name = cellOf(terms, row, 'name').replaceAll(/\s+/g, ' ')
  if (one_name) return [first || name, last]
  if ((first !== '' && last !== '') || (name === '' && first + last !== '')) return [first, last]
  const [, ofEmail = ''] = /^"?([^"<]+?)"?\s*</.exec(cellOf(terms, row, 'email')) ?? []
  const whole = name || ofEmail
  const inverted = /^([^,]+),\s*(.+)$/.exec(whole)
  if (inverted) return [inverted[2] ?? '', inverted[1] ?? '']
  const cut = whole.lastIndexOf(' ')
  return cut < 0 ? [whole, ''] : [whole.slice(0, cut).trim(), whole.slice(cut + 1)]
}

const BLANK = 'This is blank. Please fill it in, or allow blanks.'
/** Words that people write into a cell that has nothing. */
const blankWord = /^(?:n\/?a|none|nil|-+|–|\?+|unknown|tb[acd]|no (?:e-?mail|phone))?\.?$/i

const profileFields = ['phone', 'level', 'gender', 'area'] as const

function readProfile(terms: CheckTerms, row: TableRow, problems: Problems): Profile {
  if (terms.blanks === 'refuse')
    for (const field of profileFields)
      if ((terms.mapping[field] ?? null) !== null && blankWord.test(cellOf(terms, row, field)))
        problems.add(row, field, BLANK)
  const has = (field: string) => !blankWord.test(cellOf(terms, row, field))
  const phone = has('phone') ? readPhone(terms, row, problems) : null
  const level = has('level') ? (readLevel(cellOf(terms, row, 'level')) ?? null) : null
  if (has('level') && level === null)
    problems.add(
      row,
      'level',
      `Please write a level: ${listedLevels()
        .map(({ name }) => name)
        .join(', ')}.`,
    )
  return {
    phone,
    singles_level: level,
    gender: has('gender') ? readGender(terms, row, problems) : null,
    area: has('area') ? readArea(terms, row, problems) : null,
  }
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
  const word = text.replaceAll(/\b(?:grade|level|standard|rating)\b/gi, '').trim()
  const found = [text, rating, word].map((each) => findLevel(listedLevels(), each))
  return found.find((level) => level !== undefined)?.key
}

function readPhone(terms: CheckTerms, row: TableRow, problems: Problems): string | null {
  const phone = problems.read(row, 'phone', fields.phone, cellOf(terms, row, 'phone').replace(/^tel:/i, ''))
  if (phone === null) return null
  return orProblem(row, problems, 'phone', () => checkPhone(phone))
}

function readYearOfBirth(terms: CheckTerms, row: TableRow, problems: Problems): number | null {
  const cell = cellOf(terms, row, 'year_of_birth')
  if (cell === '') return null
  const years = cell.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  const read = yearOfBirth.safeParse(years.length === 1 ? Number(years[0]) : cell)
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
  return Object.entries(changeOf(known, player)).some(([name, value]) => before[name] !== value)
}

/** The changes to an existing player: only the values of the row, and the area only once the profile is complete. */
function changeOf(known: KnownPlayer, { first_name, last_name, one_name, profile, year_of_birth }: NewPlayer) {
  const { phone, singles_level, gender, area } = profile
  const whole = {
    phone: phone ?? known.phone,
    singles_level: singles_level ?? known.singles_level,
    gender: gender ?? known.gender,
    area,
  }
  return {
    first_name,
    last_name,
    one_name,
    ...(phone !== null && { phone }),
    ...(singles_level !== null && { singles_level }),
    ...(gender !== null && { gender }),
    ...(isComplete(whole) && { area }),
    ...(year_of_birth !== null && { year_of_birth }),
  }
}

function formatPlayer({ first_name, last_name, email, profile, year_of_birth }: NewPlayer): string[] {
  const { phone, singles_level, gender, area } = profile
  return [
    formatName({ first_name, last_name }),
    email,
    phone ?? '',
    singles_level === null ? '' : levelName(singles_level),
    gender ?? '',
    area === null || !isComplete(profile) ? '' : areaName(area),
    String(year_of_birth ?? ''),
  ]
}

/** The fields in the audit log. A change of the year of birth is recorded without its value. */
type StoredFields = Pick<KnownPlayer, 'first_name' | 'last_name' | 'phone' | 'singles_level' | 'gender' | 'area'> & {
  year_of_birth?: 'changed'
}

function pickStored({
  first_name,
  last_name,
  phone,
  singles_level,
  gender,
  area,
}: Omit<StoredFields, 'year_of_birth'>): StoredFields {
  return { first_name, last_name, phone, singles_level, gender, area }
}

/**
 * Stores new players, without a password and without an email, and the changes of others. Returns the values by email.
 */
export async function storePlayers(
  { tx, player, now }: Action,
  rows: readonly PlayerRow[],
  tick: CheckTerms['tick'],
): Promise<Changes> {
  const added: number[] = []
  const before: Record<string, StoredFields> = {}
  const after: Record<string, StoredFields> = {}
  for (const [index, row] of rows.entries()) {
    await tick(index)
    const { email, first_name, last_name, one_name, profile, year_of_birth, known } = row
    if (known) {
      const change = changeOf(known, row)
      const isOtherYear = year_of_birth !== null && year_of_birth !== known.year_of_birth
      const key = email || formatName(known)
      before[key] = pickStored(known)
      after[key] = { ...pickStored({ ...known, ...change }), ...(isOtherYear && { year_of_birth: 'changed' }) }
      await tx.updateTable('players').set(change).where('id', '=', known.id).execute()
      continue
    }
    // The area says that a profile is complete.
    const { area, ...details } = profile
    const location = isComplete(profile) ? area : null
    const account = {
      email: email || placeholderEmail(),
      first_name,
      last_name,
      one_name,
      password_hash: null,
      ...details,
      year_of_birth,
      location,
    }
    added.push(await insertPlayer(tx, { ...account, opened_by_id: player.id }, now))
  }
  return { league_ids: [], made: { players: added, changed: Object.keys(before).length }, before, after }
}

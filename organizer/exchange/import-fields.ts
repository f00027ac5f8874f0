import { organization } from '#/contract/organization.ts'
import { listedLevels } from '#/contract/levels.ts'

/** Whether 3/10/2026 is October 3 or March 10. */
export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** The kinds of imports, in the order in which a club needs them. */
export const importKinds = ['players', 'entries', 'results'] as const
export type ImportKind = (typeof importKinds)[number]

/** A column that an import recognizes. */
export type ImportField = {
  name: string
  label: string
  required: boolean
  /** Headers that identify it, in lower-case letters and digits only, the most specific first. */
  found_by: readonly string[]
  hint: string
}

const season: ImportField[] = [
  {
    name: 'season',
    label: 'Season',
    required: true,
    found_by: ['season', 'league', 'leaguename', 'seasonname', 'program', 'programname', 'competition'],
    hint: 'its name, with the year or without',
  },
  { name: 'year', label: 'Year', required: true, found_by: ['year', 'seasonyear'], hint: 'of the first day, 2019' },
  {
    name: 'division',
    label: 'Division',
    required: true,
    found_by: ['division', 'divisionname', 'level', 'levelname', 'grade', 'flight', 'category', 'subprogram', 'event'],
    hint: 'its name',
  },
  {
    name: 'area',
    label: 'Area',
    required: true,
    found_by: ['area', 'city', 'location', 'suburb', 'town', 'region'],
    hint: 'its name',
  },
]

/** The fields that name a league. */
export const leagueFields = ['season', 'year', 'division', 'area'] as const

export const importFields: Record<ImportKind, readonly ImportField[]> = {
  players: [
    {
      name: 'email',
      label: 'Email',
      required: false,
      found_by: [
        'email',
        'emailaddress',
        'email1',
        'emailaddress1',
        'primaryemail',
        'mail',
        'contactemail',
        'playeremail',
        'memberemail',
        'accountemail',
        'useremail',
      ],
      hint: 'an existing email is the same player; without one, a player claims the account with a link',
    },
    {
      name: 'first_name',
      label: 'First name',
      required: false,
      found_by: ['firstname', 'first', 'givenname', 'givennames', 'forename', 'playerfirstname', 'memberfirstname'],
      hint: 'or both in Name',
    },
    {
      name: 'last_name',
      label: 'Last name',
      required: false,
      found_by: ['lastname', 'last', 'surname', 'familyname', 'playerlastname', 'memberlastname'],
      hint: 'or both in Name',
    },
    {
      name: 'name',
      label: 'Name',
      required: false,
      found_by: [
        'name',
        'player',
        'fullname',
        'playername',
        'member',
        'membername',
        'participant',
        'participantname',
        'who',
      ],
      hint: 'Ada Moreno, or Moreno, Ada',
    },
    {
      name: 'phone',
      label: 'Phone',
      required: false,
      found_by: [
        'phone',
        'mobile',
        'cell',
        'phonenumber',
        'telephone',
        'mobilenumber',
        'mobilephone',
        'cellphone',
        'phone1',
        'primaryphone',
        'contactnumber',
        'contactphone',
        'mobileno',
        'phoneno',
        'tel',
        'homephone',
        'phone2',
      ],
      hint: 'with its dial code, or as in your country',
    },
    {
      name: 'level',
      label: 'Singles level',
      required: false,
      found_by: ['singleslevel', 'level', 'ntrp', 'rating', 'grade', 'skilllevel', 'skill', 'standard', 'division'],
      // The hint lists the organization's levels.
      get hint() {
        const names = listedLevels().map(({ name }) => name)
        return `${names[0]} to ${names.at(-1)}`
      },
    },
    {
      name: 'gender',
      label: 'Gender',
      required: false,
      found_by: ['gender', 'sex', 'genderidentity', 'mf'],
      // The answers are the organization's.
      get hint() {
        return organization()
          .genders.map(({ name }) => name)
          .toSorted()
          .join(' or ')
      },
    },
    {
      name: 'area',
      label: 'Area',
      required: false,
      found_by: ['area', 'city', 'location', 'suburb', 'town', 'club', 'region', 'hometown'],
      hint: 'its name',
    },
    {
      name: 'year_of_birth',
      label: 'Year of birth',
      required: false,
      found_by: ['yearofbirth', 'birthyear', 'yob', 'born'],
      hint: '1984; of a date, only the year is read. Only divisions for some ages need it',
    },
    {
      name: 'one_name',
      label: 'One name',
      required: false,
      found_by: ['onename', 'mononym'],
      hint: 'yes for somebody who has one name, in Name or First name',
    },
  ],
  entries: [
    ...season,
    {
      name: 'email',
      label: 'Player',
      required: true,
      found_by: [
        'email',
        'playeremail',
        'emailaddress',
        'player1email',
        'email1',
        'player',
        'player1',
        'name',
        'playername',
        'fullname',
        'team',
        'pair',
        'players',
        'entry',
      ],
      hint: 'the email, or the full name; a pair also as A / B',
    },
    {
      name: 'partner_email',
      label: 'Partner',
      required: false,
      found_by: ['partneremail', 'player2email', 'email2', 'partner', 'partnername', 'player2'],
      hint: 'the email, or the full name, in doubles',
    },
  ],
  results: [
    ...season,
    {
      name: 'date',
      label: 'Date',
      required: true,
      found_by: ['date', 'matchdate', 'day', 'played', 'dateplayed', 'playedon', 'gamedate', 'startdate'],
      hint: 'like 2019-10-03, or as your region writes dates',
    },
    {
      name: 'winner',
      label: 'Winner',
      required: false,
      found_by: ['winneremail', 'winner', 'winners', 'wonby', 'winnername'],
      hint: 'the email, or the full name; or fill in Player 1 and Player 2',
    },
    {
      name: 'opponent',
      label: 'Opponent',
      required: false,
      found_by: ['opponentemail', 'opponent', 'loseremail', 'loser', 'losers', 'losername', 'runnerup'],
      hint: 'the email, or the full name',
    },
    {
      name: 'one',
      label: 'Player 1',
      required: false,
      found_by: [
        'player1email',
        'player1',
        'home',
        'hometeam',
        'homeplayer',
        'homeplayers',
        'team1',
        'pair1',
        'side1',
        'playera',
      ],
      hint: 'without a winner: the email, or the full name; the score says who won',
    },
    {
      name: 'two',
      label: 'Player 2',
      required: false,
      found_by: [
        'player2email',
        'player2',
        'away',
        'awayteam',
        'awayplayer',
        'awayplayers',
        'visitor',
        'team2',
        'pair2',
        'side2',
        'playerb',
      ],
      hint: 'the email, or the full name',
    },
    {
      name: 'score',
      label: 'Score',
      required: false,
      found_by: ['score', 'scoreline', 'result', 'results', 'sets', 'finalscore', 'matchscore'],
      hint: '6-4 3-6 10-7, the games of the winner, or of player 1, first',
    },
    ...[1, 2, 3, 4, 5].map((number) => ({
      name: `set_${number}`,
      label: `Set ${number}`,
      required: false,
      found_by: [`set${number}`, `set${number}score`, ...(number === 3 ? ['matchtiebreak', 'mtb', 'tiebreak'] : [])],
      hint: number === 1 ? 'instead of Score: one column a set, like 6-4' : '',
    })),
    {
      name: 'status',
      label: 'Status',
      required: false,
      found_by: ['status', 'matchstatus'],
      hint: 'Retired, Opponent did not show ...; empty: played out',
    },
    {
      name: 'time',
      label: 'Time',
      required: false,
      found_by: ['time', 'starttime', 'matchtime', 'start', 'kickoff'],
      hint: 'of a match that is yet to be played: 19:30. Such a row has no score',
    },
    {
      name: 'location',
      label: 'Place',
      required: false,
      found_by: ['place', 'court', 'matchlocation', 'where', 'courtname', 'venue'],
      hint: 'a court, or any text',
    },
    {
      name: 'notes',
      label: 'Notes',
      required: false,
      found_by: ['notes', 'matchnotes', 'comment', 'comments'],
      hint: '',
    },
  ],
}

/** The column of each field, from 0. Null if it has none. */
export type Mapping = Record<string, number | null>

/** Headers of a whole date, of which the year is read where a division has an age group. Otherwise the column is ignored. */
const birthdays = ['dateofbirth', 'dob', 'birthdate', 'birthday']

function plainOf(header: string): string {
  return header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** How many of these cells are headings that an import of this kind knows. */
export function countKnownHeaders(kind: ImportKind, cells: readonly string[]): number {
  const known = new Set([...importFields[kind].flatMap(({ found_by }) => found_by), ...birthdays])
  return new Set(cells.map(plainOf).filter((header) => known.has(header))).size
}

/** The programs whose exports are recognized by their headings. */
const sources = [
  { name: 'TeamSnap', headings: ['first', 'last', 'email1', 'phone1'] },
  { name: 'LeagueApps', headings: ['firstname', 'lastname', 'email', 'registrationstatus', 'paymentstatus'] },
]

/** The program that exported a file with these headings. Null if none is recognized. */
export function sourceOf(headers: readonly string[]): string | null {
  const plain = new Set(headers.map(plainOf))
  return sources.find(({ headings }) => headings.every((heading) => plain.has(heading)))?.name ?? null
}

/** Parts of a longer heading that still say what the column has: "Player's e-mail address (required)". */
const looseHeaders: Record<string, { has: RegExp; not: RegExp }> = {
  email: { has: /email/, not: /label|emergency|parent|guardian|partner|2|consent|opt/ },
  phone: { has: /phone|mobile/, not: /label|emergency|parent|guardian|partner|carrier|type|consent|opt/ },
}

/** Finds the columns by header, in any order and case. No column is used for two fields. */
export function guessMapping(kind: ImportKind, headers: readonly string[], asks_ages = false): Mapping {
  const plain = headers.map(plainOf)
  // The city in the export of another program is that of an address.
  const isExport = kind === 'players' && sourceOf(headers) !== null
  const taken = new Set<number>()
  const find = (isFree: (place: number) => boolean, field: ImportField): number | undefined => {
    if (isExport && field.name === 'area') return undefined
    const known = field.name === 'year_of_birth' && asks_ages ? [...field.found_by, ...birthdays] : field.found_by
    return known.map((header) => plain.indexOf(header)).find((place) => place >= 0 && isFree(place))
  }
  const findLoosely = (isFree: (place: number) => boolean, { name }: ImportField): number | undefined => {
    const loose = looseHeaders[name]
    const place = loose
      ? plain.findIndex((header, at) => isFree(at) && loose.has.test(header) && !loose.not.test(header))
      : -1
    return place < 0 ? undefined : place
  }
  const mapping: Mapping = Object.fromEntries(importFields[kind].map(({ name }) => [name, null]))
  for (const search of [find, findLoosely])
    for (const field of importFields[kind].filter(({ name }) => mapping[name] === null)) {
      const column = search((place) => !taken.has(place), field)
      if (column === undefined) continue
      taken.add(column)
      mapping[field.name] = column
    }
  return mapping
}

/** The labels of the required fields without a column. `asked`: those whose value a question asks for. */
export function missingFields(kind: ImportKind, mapping: Mapping, asked: readonly string[]): string[] {
  const has = (...names: string[]) => names.every((name) => (mapping[name] ?? null) !== null)
  const missing = importFields[kind]
    .filter(({ name, required }) => required && !has(name) && !asked.includes(name))
    .map(({ label }) => label)
  if (kind === 'players' && !has('name') && !has('first_name', 'last_name')) return [...missing, 'Name']
  // Without a winner's column, the score says who won.
  if (kind === 'results' && !has('winner', 'opponent') && !has('one', 'two'))
    return [...missing, ...(has('winner') ? [] : ['Winner']), ...(has('opponent') ? [] : ['Opponent'])]
  return missing
}

/** The organization's values in a sample, so that it can be imported as it is. */
export type SampleOf = { season: string; division: string; area: string; phone: string; level: string }

/** A sample file of each kind. The first row has the headers. */
export function sampleRows(kind: ImportKind, of: SampleOf): readonly (readonly string[])[] {
  const league = [of.season, '2019', of.division, of.area]
  // A profile has to be complete: without a phone number that is valid there, the sample has none.
  const profile = of.phone === '' ? ['', '', '', ''] : [of.phone, of.level, 'Female', of.area]
  switch (kind) {
    case 'players':
      return [
        ['First name', 'Last name', 'Email', 'Phone', 'Singles level', 'Gender', 'Area'],
        ['Ada', 'Moreno', 'ada@example.com', ...profile],
        ['Grace', 'Lindqvist', 'grace@example.com', ...profile],
      ]
    case 'entries':
      return [
        ['Season', 'Year', 'Division', 'Area', 'Email', 'Partner email'],
        [...league, 'ada@example.com', ''],
        [...league, 'grace@example.com', ''],
      ]
    case 'results':
      return [
        ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score', 'Status', 'Place'],
        [...league, '2019-10-03', 'ada@example.com', 'grace@example.com', '6-4 3-6 10-7', '', ''],
        [...league, '2019-10-17', 'Grace Lindqvist', 'Ada Moreno', '6-2 2-1', 'Retired', ''],
      ]
  }
}

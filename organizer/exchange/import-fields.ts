/** What can be brought along, in the order in which a club does it. */
export const importKinds = ['players', 'entries', 'results'] as const
export type ImportKind = (typeof importKinds)[number]

/** A column that an import knows. */
export type ImportField = {
  name: string
  label: string
  /** The row is wrong without it. */
  needed: boolean
  /** Headers by which it is found, in lowercase letters without blanks and signs, the surest first. */
  found_by: readonly string[]
  /** Columns. */
  hint: string
}

const season: ImportField[] = [
  {
    name: 'season',
    label: 'Season',
    needed: true,
    found_by: ['season', 'league', 'leaguename'],
    hint: 'Summer 1, Summer 2, Fall or Winter',
  },
  { name: 'year', label: 'Year', needed: true, found_by: ['year', 'seasonyear'], hint: 'of the first day, 2019' },
  {
    name: 'division',
    label: 'Division',
    needed: true,
    found_by: ['division', 'level', 'levelname'],
    hint: "Women's Singles 3.5",
  },
  { name: 'area', label: 'Area', needed: true, found_by: ['area', 'city', 'location'], hint: 'South Bend' },
]

export const importFields: Record<ImportKind, readonly ImportField[]> = {
  players: [
    {
      name: 'email',
      label: 'Email',
      needed: true,
      found_by: ['email', 'emailaddress', 'mail'],
      hint: 'who has it already is the same player',
    },
    {
      name: 'first_name',
      label: 'First name',
      needed: false,
      found_by: ['firstname', 'first', 'givenname'],
      hint: 'or all of it in Name',
    },
    {
      name: 'last_name',
      label: 'Last name',
      needed: false,
      found_by: ['lastname', 'last', 'surname', 'familyname'],
      hint: 'or all of it in Name',
    },
    {
      name: 'name',
      label: 'Name',
      needed: false,
      found_by: ['name', 'player', 'fullname', 'playername'],
      hint: 'Ada Moreno, or Moreno, Ada',
    },
    {
      name: 'phone',
      label: 'Phone',
      needed: false,
      found_by: ['phone', 'mobile', 'cell', 'phonenumber', 'telephone'],
      hint: '+1 574 555 0100',
    },
    {
      name: 'level',
      label: 'Singles level',
      needed: false,
      found_by: ['singleslevel', 'level', 'ntrp', 'rating'],
      hint: '3.0 to 5.0',
    },
    { name: 'gender', label: 'Gender', needed: false, found_by: ['gender', 'sex'], hint: 'Female or Male' },
    { name: 'area', label: 'Area', needed: false, found_by: ['area', 'city', 'location'], hint: 'South Bend' },
  ],
  entries: [
    ...season,
    {
      name: 'email',
      label: 'Player',
      needed: true,
      found_by: ['email', 'playeremail', 'emailaddress', 'player'],
      hint: 'the email',
    },
    {
      name: 'partner_email',
      label: 'Partner',
      needed: false,
      found_by: ['partneremail', 'partner'],
      hint: 'the email, in doubles',
    },
  ],
  results: [
    ...season,
    {
      name: 'date',
      label: 'Date',
      needed: true,
      found_by: ['date', 'matchdate', 'day', 'played'],
      hint: '2019-10-03 or 10/3/2019',
    },
    {
      name: 'winner',
      label: 'Winner',
      needed: true,
      found_by: ['winneremail', 'winner'],
      hint: 'the email, or the whole name',
    },
    {
      name: 'opponent',
      label: 'Opponent',
      needed: true,
      found_by: ['opponentemail', 'opponent', 'loseremail', 'loser'],
      hint: 'the email, or the whole name',
    },
    {
      name: 'score',
      label: 'Score',
      needed: false,
      found_by: ['score', 'scoreline', 'result', 'sets'],
      hint: "6-4 3-6 10-7, the winner's games first",
    },
    {
      name: 'status',
      label: 'Status',
      needed: false,
      found_by: ['status', 'matchstatus'],
      hint: 'Retired, Opponent did not show ...; empty: played out',
    },
    {
      name: 'location',
      label: 'Place',
      needed: false,
      found_by: ['place', 'court', 'matchlocation', 'where'],
      hint: 'Leeper Park, court 4',
    },
    {
      name: 'notes',
      label: 'Notes',
      needed: false,
      found_by: ['notes', 'matchnotes', 'comment', 'comments'],
      hint: '',
    },
  ],
}

/** Which column of a file is which field: its place, from 0; null: none. */
export type Mapping = Record<string, number | null>

/** The columns as their headers tell, in any order and case; no column is two fields. */
export function guessMapping(kind: ImportKind, headers: readonly string[]): Mapping {
  const plain = headers.map((header) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const taken = new Set<number>()
  return Object.fromEntries(
    importFields[kind].map(({ name, found_by }) => {
      const column = found_by.map((header) => plain.indexOf(header)).find((place) => place >= 0 && !taken.has(place))
      if (column !== undefined) taken.add(column)
      return [name, column ?? null]
    }),
  )
}

/** Fields that have to have a column and have none. */
export function missingFields(kind: ImportKind, mapping: Mapping): string[] {
  const missing = importFields[kind]
    .filter(({ name, needed }) => needed && (mapping[name] ?? null) === null)
    .map(({ label }) => label)
  const hasName =
    (mapping['name'] ?? null) !== null ||
    ((mapping['first_name'] ?? null) !== null && (mapping['last_name'] ?? null) !== null)
  return kind === 'players' && !hasName ? [...missing, 'Name'] : missing
}

/** A file to begin with: the first row names the columns. */
export const sampleRows: Record<ImportKind, readonly (readonly string[])[]> = {
  players: [
    ['First name', 'Last name', 'Email', 'Phone', 'Singles level', 'Gender', 'Area'],
    ['Ada', 'Moreno', 'ada@example.com', '574 555 0100', '3.5', 'Female', 'South Bend'],
    ['Grace', 'Lindqvist', 'grace@example.com', '574 555 0101', '3.5', 'Female', 'South Bend'],
  ],
  entries: [
    ['Season', 'Year', 'Division', 'Area', 'Email', 'Partner email'],
    ['Fall', '2019', "Women's Singles 3.5", 'South Bend', 'ada@example.com', ''],
    ['Fall', '2019', "Women's Singles 3.5", 'South Bend', 'grace@example.com', ''],
  ],
  results: [
    ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score', 'Status', 'Place'],
    [
      'Fall',
      '2019',
      "Women's Singles 3.5",
      'South Bend',
      '2019-10-03',
      'ada@example.com',
      'grace@example.com',
      '6-4 3-6 10-7',
      '',
      'Leeper Park',
    ],
    [
      'Fall',
      '2019',
      "Women's Singles 3.5",
      'South Bend',
      '2019-10-17',
      'Grace Lindqvist',
      'Ada Moreno',
      '6-2 2-1',
      'Retired',
      '',
    ],
  ],
}

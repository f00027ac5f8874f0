import { ladderSentences, ladderTerms } from './ladder.ts'

/** A parameter of a format, with its limits. */
export type FormatNumber = {
  name:
    | 'matches'
    | 'size'
    | 'rounds'
    | 'moves'
    | 'reach'
    | 'days'
    | 'down'
    | 'answer_days'
    | 'again_days'
    | 'idle_weeks'
    | 'swap'
    | 'enter'
  label: string
  least: number
  most: number
  standard: number
  /** Whether it may be left out, which means the standard. */
  optional?: boolean
  /** The choices, if it is not a count. */
  options?: readonly string[]
}

type FormatWords = {
  kind: string
  name: string
  /** The organizer's choice, in words. */
  note: string
  numbers: readonly FormatNumber[]
  /** Whether every entry has met every other entry by the end. */
  everybody: boolean
  /** The name of a part that has its own table. Null if the league has one table. */
  group: 'Flight' | 'Box' | null
  /** Whether each round is a separate competition, so that only the last one counts in the table. */
  by_period: boolean
  /** Whether there is no schedule and entries climb a table by challenges. */
  by_rung: boolean
  /** Whether an entry that loses an open match along with its opponent gets another one. */
  replaces_lost: boolean
  /** Whether opponents are near in strength, based on results from earlier seasons. */
  by_strength: boolean
  /** Whether rounds are drawn one at a time, each from the results so far. */
  by_results: boolean
}

function ladderNumber<N extends FormatNumber['name']>(name: N, label: string, most: number, standard: number) {
  return { name, label, least: 0, most, standard, optional: true }
}

/** The formats of a league (docs/product.md, "Formats"). The first is the default. */
export const leagueFormats = [
  {
    kind: 'round_robin',
    name: 'Round robin',
    note: 'Everybody plays everybody once, or twice in leagues of three to five.',
    numbers: [],
    everybody: true,
    group: null,
    by_period: false,
    by_rung: false,
    replaces_lost: false,
    by_strength: false,
    by_results: false,
  },
  {
    kind: 'double_round_robin',
    name: 'Double round robin',
    note: 'Everybody plays everybody twice.',
    numbers: [],
    everybody: true,
    group: null,
    by_period: false,
    by_rung: false,
    replaces_lost: false,
    by_strength: false,
    by_results: false,
  },
  {
    kind: 'fixed_matches',
    name: 'Fixed number of matches',
    note: 'Everybody plays the same number of matches, against opponents of similar strength. For large leagues.',
    numbers: [{ name: 'matches', label: 'Matches for each entry', least: 1, most: 30, standard: 8 }],
    everybody: false,
    group: null,
    by_period: false,
    by_rung: false,
    replaces_lost: true,
    by_strength: true,
    by_results: false,
  },
  {
    kind: 'flights',
    name: 'Flights',
    note: 'A large league in groups of similar strength. Everybody plays everybody in their flight, and each flight has its own table.',
    numbers: [{ name: 'size', label: 'Entries in a flight, at most', least: 3, most: 20, standard: 6 }],
    everybody: true,
    group: 'Flight',
    by_period: false,
    by_rung: false,
    replaces_lost: false,
    by_strength: true,
    by_results: false,
  },
  {
    kind: 'swiss',
    name: 'Swiss rounds',
    note: 'The first round pairs the upper half with the lower half, each later one neighbors in the table who have not met. It is drawn when the previous round is over.',
    numbers: [{ name: 'rounds', label: 'Rounds', least: 2, most: 30, standard: 7 }],
    everybody: false,
    group: null,
    by_period: false,
    by_rung: false,
    replaces_lost: true,
    by_strength: true,
    by_results: true,
  },
  {
    kind: 'boxes',
    name: 'Box league',
    note: 'Small boxes by strength. In each period everybody plays everybody in their box; then the best go up and the last go down.',
    numbers: [
      { name: 'size', label: 'Entries in a box, at most', least: 3, most: 10, standard: 5 },
      { name: 'rounds', label: 'Periods', least: 2, most: 12, standard: 3 },
      { name: 'moves', label: 'How many go up and down', least: 1, most: 3, standard: 1 },
    ],
    everybody: false,
    group: 'Box',
    by_period: true,
    by_rung: false,
    replaces_lost: false,
    by_strength: true,
    by_results: true,
  },
  {
    kind: 'ladder',
    name: 'Ladder',
    note: 'No schedule. Beat somebody above you in a challenge to take their place.',
    numbers: [
      { name: 'reach', label: 'How many places up a challenge can go', least: 1, most: 10, standard: 3 },
      { name: 'days', label: 'Days to play a challenge', least: 3, most: 30, standard: 10 },
      ladderNumber('down', 'How many places down a challenge can go, 0 for none', 10, 1),
      ladderNumber('answer_days', 'Days to answer a challenge before it is lost, 0 for no limit', 30, 4),
      ladderNumber('again_days', 'Days before the same two can challenge each other again', 60, 14),
      ladderNumber('idle_weeks', 'Weeks without a match after which a player drops a place, 0 for never', 20, 4),
      {
        ...ladderNumber('swap', 'If the lower one wins', 1, 0),
        options: ['It takes the place, and those between move down', 'The two swap places'],
      },
      { ...ladderNumber('enter', 'New players enter', 1, 0), options: ['At the bottom', 'By strength'] },
    ],
    everybody: false,
    group: null,
    by_period: true,
    by_rung: true,
    replaces_lost: false,
    by_strength: true,
    by_results: false,
  },
] as const satisfies readonly FormatWords[]

export type FormatKind = (typeof leagueFormats)[number]['kind']

/** The format of a league, with exactly the parameters of its kind. */
export type LeagueFormat = { kind: FormatKind } & { [N in FormatNumber['name']]?: number | undefined }

/** The format of a league that has not chosen one. */
export const standardFormat: LeagueFormat = { kind: 'round_robin' }

/** The kinds of format that have this property. `only_scheduled`: not everybody meets, by a schedule. */
export function kindsThat(name: 'by_period' | 'by_rung' | 'replaces_lost' | 'only_scheduled'): FormatKind[] {
  return leagueFormats
    .filter((each) => (name === 'only_scheduled' ? !each.everybody && !each.by_rung : each[name]))
    .map(({ kind }) => kind)
}

/** The title, description and properties of a kind of format. */
export function formatWordsOf(kind: FormatKind): FormatWords {
  return leagueFormats.find((each) => each.kind === kind)!
}

/** Problems with the parameters of a format, by parameter name. Empty if there are none. */
export function formatProblems(format: LeagueFormat): Partial<Record<FormatNumber['name'], string>> {
  const { name: format_name, numbers } = formatWordsOf(format.kind)
  const problems: Partial<Record<FormatNumber['name'], string>> = {}
  for (const { name, least, most, optional } of numbers) {
    const value = format[name]
    if (value === undefined && optional) continue
    if (value === undefined || !Number.isInteger(value) || value < least || value > most)
      problems[name] = `Please enter a whole number from ${least} to ${most}.`
  }
  for (const name of formatNumbers)
    if (format[name] !== undefined && !numbers.some((each) => each.name === name))
      problems[name] = `${format_name} does not use this number.`
  return problems
}

/** The names of the parameters of all formats. */
export const formatNumbers = [
  ...new Set(leagueFormats.flatMap(({ numbers }) => numbers.map(({ name }): FormatNumber['name'] => name))),
]

/** A format with the standard value of each parameter that was left out. */
export function completeFormat(format: LeagueFormat): LeagueFormat {
  const { numbers } = formatWordsOf(format.kind)
  return {
    kind: format.kind,
    ...Object.fromEntries(numbers.map(({ name, standard }) => [name, format[name] ?? standard])),
  }
}

/** Whether two formats are the same, with all parameters. */
export function isSameFormat(one: LeagueFormat, two: LeagueFormat): boolean {
  return JSON.stringify(completeFormat(one)) === JSON.stringify(completeFormat(two))
}

/** Describes a format to players in a sentence. */
export function formatSentence(format: LeagueFormat): string {
  const { matches = 0, size = 0, rounds = 0, moves = 0 } = format
  const sentences: Record<FormatKind, string> = {
    round_robin: 'Everybody plays everybody once, or twice in leagues of three to five.',
    double_round_robin: 'Everybody plays everybody twice.',
    fixed_matches: `Everybody plays ${matches} ${matches === 1 ? 'match' : 'matches'}, against opponents of similar strength.`,
    flights: `The league plays in flights of ${size} at most, by strength. Everybody plays everybody in their flight; only these matches count.`,
    boxes: `The league plays in boxes of ${size} at most, in ${rounds} periods. In each, everybody plays everybody in their box once; then the first ${moves === 1 ? 'goes' : moves + ' go'} up and the last ${moves === 1 ? 'goes' : moves + ' go'} down. The table counts the current period.`,
    ladder: `A ladder. ${ladderSentences(ladderTerms(format)).join(' ')}`,
    swiss: `There are ${rounds} rounds. The first pairs the upper half with the lower half by strength. Each later one pairs neighbors in the table who have not met, and is drawn when the previous round is over.`,
  }
  return sentences[format.kind]
}

/** A format in a few words: 'Swiss rounds, 7'. */
export function formatTitle(format: LeagueFormat): string {
  const { name, numbers } = formatWordsOf(format.kind)
  return [name, ...numbers.filter(({ optional }) => !optional).map((number) => format[number.name])].join(', ')
}

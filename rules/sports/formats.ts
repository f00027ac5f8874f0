/** The sports that a division can be of; the first one is what a division is when nothing else is said. */
export const sports = ['tennis'] as const

export type Sport = (typeof sports)[number]

/**
 * The match formats that a season may allow, by sport: the sets that win the match, and how a set ends (`shapes` of the
 * sport). `standard`: played in a season that says nothing else. Kept apart from the rest of the sports' rules, because
 * screens that judge no score need the names.
 */
export const matchFormats = [
  { sport: 'tennis', format: 'one_set', name: 'One set', words: 'one set', sets_to_win: 1, set: 'six', standard: true },
  {
    sport: 'tennis',
    format: 'best_of_three',
    name: 'Best of three sets',
    words: 'best of three sets',
    sets_to_win: 2,
    set: 'six',
    standard: true,
  },
  {
    sport: 'tennis',
    format: 'best_of_five',
    name: 'Best of five sets',
    words: 'best of five sets',
    sets_to_win: 3,
    set: 'six',
    standard: true,
  },
  {
    sport: 'tennis',
    format: 'pro_set',
    name: 'Pro set to 8 games',
    words: 'a pro set to 8 games',
    sets_to_win: 1,
    set: 'eight',
    standard: false,
  },
  {
    sport: 'tennis',
    format: 'fast4',
    name: 'Fast4: best of three short sets to 4 games',
    words: 'Fast4 (best of three short sets to 4 games)',
    sets_to_win: 2,
    set: 'four',
    standard: false,
  },
  {
    sport: 'tennis',
    format: 'timed',
    name: 'Timed: the games at the horn',
    words: 'a timed match (the games at the horn)',
    sets_to_win: 1,
    set: 'timed',
    standard: false,
  },
] as const

export type MatchFormat = (typeof matchFormats)[number]['format']

/** The formats of one sport. */
export function formatsOfSport(sport: Sport) {
  return matchFormats.filter((each) => each.sport === sport)
}

/** The sport that these formats belong to. */
export function sportOf(formats: readonly MatchFormat[]): Sport {
  return matchFormats.find(({ format }) => formats.includes(format))?.sport ?? sports[0]
}

/** The sports of divisions. The first is the default. */
export const sports = ['tennis', 'padel', 'pickleball', 'badminton', 'squash', 'table_tennis'] as const

export type Sport = (typeof sports)[number]

/**
 * The match formats that a season may allow, by sport: the sets that win the match, and how a set ends (`shapes` of the
 * sport). `standard`: played in a season that chose none. Separate from the sports' other rules because screens that
 * check no scores need the names.
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
  {
    sport: 'padel',
    format: 'padel_best_of_three',
    name: 'Best of three sets',
    words: 'best of three sets',
    sets_to_win: 2,
    set: 'six',
    standard: true,
  },
  {
    sport: 'padel',
    format: 'padel_one_set',
    name: 'One set',
    words: 'one set',
    sets_to_win: 1,
    set: 'six',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_best_of_three',
    name: 'Best of three games to 11',
    words: 'best of three games to 11',
    sets_to_win: 2,
    set: 'eleven',
    standard: true,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_best_of_five',
    name: 'Best of five games to 11',
    words: 'best of five games to 11',
    sets_to_win: 3,
    set: 'eleven',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_one_to_15',
    name: 'One game to 15',
    words: 'one game to 15',
    sets_to_win: 1,
    set: 'fifteen',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_one_to_21',
    name: 'One game to 21',
    words: 'one game to 21',
    sets_to_win: 1,
    set: 'twenty_one',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_best_of_three_capped',
    name: 'Best of three games to 11, capped at 15',
    words: 'best of three games to 11 (capped at 15)',
    sets_to_win: 2,
    set: 'eleven_capped',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_one_to_15_capped',
    name: 'One game to 15, capped at 19',
    words: 'one game to 15 (capped at 19)',
    sets_to_win: 1,
    set: 'fifteen_capped',
    standard: false,
  },
  {
    sport: 'pickleball',
    format: 'pickleball_one_to_21_capped',
    name: 'One game to 21, capped at 25',
    words: 'one game to 21 (capped at 25)',
    sets_to_win: 1,
    set: 'twenty_one_capped',
    standard: false,
  },
  {
    sport: 'badminton',
    format: 'badminton_best_of_three',
    name: 'Best of three games to 21',
    words: 'best of three games to 21',
    sets_to_win: 2,
    set: 'twenty_one',
    standard: true,
  },
  {
    sport: 'badminton',
    format: 'badminton_one_game',
    name: 'One game to 21',
    words: 'one game to 21',
    sets_to_win: 1,
    set: 'twenty_one',
    standard: false,
  },
  {
    sport: 'squash',
    format: 'squash_best_of_five',
    name: 'Best of five games to 11',
    words: 'best of five games to 11',
    sets_to_win: 3,
    set: 'eleven',
    standard: true,
  },
  {
    sport: 'squash',
    format: 'squash_best_of_three',
    name: 'Best of three games to 11',
    words: 'best of three games to 11',
    sets_to_win: 2,
    set: 'eleven',
    standard: false,
  },
  {
    sport: 'table_tennis',
    format: 'table_tennis_best_of_five',
    name: 'Best of five games to 11',
    words: 'best of five games to 11',
    sets_to_win: 3,
    set: 'eleven',
    standard: true,
  },
  {
    sport: 'table_tennis',
    format: 'table_tennis_best_of_three',
    name: 'Best of three games to 11',
    words: 'best of three games to 11',
    sets_to_win: 2,
    set: 'eleven',
    standard: false,
  },
  {
    sport: 'table_tennis',
    format: 'table_tennis_best_of_seven',
    name: 'Best of seven games to 11',
    words: 'best of seven games to 11',
    sets_to_win: 4,
    set: 'eleven',
    standard: false,
  },
] as const

export type MatchFormat = (typeof matchFormats)[number]['format']

/** The formats of one sport. */
export function formatsOfSport(sport: Sport) {
  return matchFormats.filter((each) => each.sport === sport)
}

/** The sport of these formats, or of the first one. */
export function sportOf(formats: readonly MatchFormat[]): Sport {
  return matchFormats.find(({ format }) => formats.includes(format))?.sport ?? sports[0]
}

/**
 * The formats played in a sport by a season that allows these formats: those of them that belong to the sport, or the
 * sport's default formats if none do.
 */
export function formatsPlayed(formats: readonly MatchFormat[], sport: Sport): MatchFormat[] {
  const known = formatsOfSport(sport)
  const own = known.filter(({ format }) => formats.includes(format))
  return (own.length > 0 ? own : known.filter(({ standard }) => standard)).map(({ format }) => format)
}

/** The words for a sport, a set, and a unit of the count within a set. */
export const sportWords: Readonly<Record<Sport, { name: string; set: string; game: string }>> = {
  tennis: { name: 'Tennis', set: 'set', game: 'game' },
  padel: { name: 'Padel', set: 'set', game: 'game' },
  pickleball: { name: 'Pickleball', set: 'game', game: 'point' },
  badminton: { name: 'Badminton', set: 'game', game: 'point' },
  squash: { name: 'Squash', set: 'game', game: 'point' },
  table_tennis: { name: 'Table tennis', set: 'game', game: 'point' },
}

/** Capitalizes a word for the start of a label or sentence. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

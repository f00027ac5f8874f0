/** What a match can be played as, with the sets that win it. */
export const matchFormats = [
  { format: 'one_set', name: 'One set', sets_to_win: 1 },
  { format: 'best_of_three', name: 'Best of three sets', sets_to_win: 2 },
  { format: 'best_of_five', name: 'Best of five sets', sets_to_win: 3 },
] as const

export type MatchFormat = (typeof matchFormats)[number]['format']

/** How a season is played where organizers may choose. */
export type SeasonRules = {
  /** One at least. */
  formats: MatchFormat[]
  /** A match tie-break instead of the deciding set. */
  match_tie_break: 'allowed' | 'always' | 'never'
  /** What a no-show or a late cancel is worth: won and lost, or nothing at all. */
  walkovers: 'win_and_loss' | 'nothing'
  /** How many matches of the same two count, the earliest; null: each. */
  meetings: number | null
  /** Matches to have played for the play-offs. */
  playoff_matches: number
  /** The largest field of the play-offs, 2 to 8. */
  playoff_places: number
  /** Days after the last on which a match still counts. */
  grace_days: number
}

/** Which scores are legal in a season. */
export type ScoreRules = Pick<SeasonRules, 'formats' | 'match_tie_break'>
/** Which results count in a season's table. */
export type CountingRules = Pick<SeasonRules, 'walkovers' | 'meetings'>
/** Who plays on after a season. */
export type PlayoffRules = Pick<SeasonRules, 'playoff_matches' | 'playoff_places'>

/** The rules of a season that nobody has changed (docs/product.md, "Season rules"). */
export const standardRules: SeasonRules = {
  formats: ['one_set', 'best_of_three', 'best_of_five'],
  match_tie_break: 'allowed',
  walkovers: 'win_and_loss',
  meetings: null,
  playoff_matches: 4,
  playoff_places: 8,
  grace_days: 7,
}

/** The rules of a season by what is stored of them. */
export function rulesOf(stored: Partial<SeasonRules> | null): SeasonRules {
  return { ...standardRules, ...stored }
}

type RuleName = keyof SeasonRules

/** Each rule of a season as a sentence for its players. */
const sentences: { [R in RuleName]: (rules: SeasonRules) => string } = {
  formats: ({ formats }) => `A match is ${formatWords(formats)}.`,
  match_tie_break: ({ match_tie_break }) =>
    ({
      allowed: 'A match tie-break may be played instead of the deciding set.',
      always: 'A match tie-break is played instead of the deciding set.',
      never: 'The deciding set is played out: no match tie-break.',
    })[match_tie_break],
  walkovers: ({ walkovers }) =>
    walkovers === 'nothing'
      ? 'A no-show or a late cancel counts for nobody.'
      : 'A no-show or a late cancel counts as won and lost, but not as played.',
  meetings: ({ meetings }) =>
    meetings === null
      ? 'Every match of the same two counts.'
      : meetings === 1
        ? 'Only the first match of the same two counts.'
        : `Only the first ${meetings} matches of the same two count.`,
  playoff_matches: ({ playoff_matches }) =>
    playoff_matches === 0
      ? 'The play-offs ask for no number of matches.'
      : `The play-offs ask for ${playoff_matches} ${playoff_matches === 1 ? 'match' : 'matches'} played.`,
  playoff_places: ({ playoff_places }) => `The play-offs have ${playoff_places} places at most.`,
  grace_days: ({ grace_days }) =>
    grace_days === 0
      ? 'A match counts until the last day.'
      : `A match counts until ${grace_days} ${grace_days === 1 ? 'day' : 'days'} after the last.`,
}

/** What a match of a season can be played as: 'one set, best of three or best of five sets'. */
export function formatWords(formats: readonly MatchFormat[]): string {
  const words = matchFormats.filter(({ format }) => formats.includes(format)).map(({ name }) => name.toLowerCase())
  const [last] = words.slice(-1)
  const first = words.slice(0, -1).map((each) => (last?.endsWith('sets') ? each.replace(/ sets$/, '') : each))
  return first.length === 0 ? (last ?? '') : `${first.join(', ')} or ${last}`
}

/** The rules in which a season differs from the standard ones, as sentences; none for most. */
export function ownRules(rules: SeasonRules): string[] {
  return changedRules(standardRules, rules).map((name) => sentences[name](rules))
}

/** All rules of a season as sentences. */
export function ruleSentences(rules: SeasonRules): string[] {
  return ruleNames.map((name) => sentences[name](rules))
}

const ruleNames = Object.keys(standardRules) as RuleName[]

/** Which rules differ between the two. */
export function changedRules(one: SeasonRules, two: SeasonRules): RuleName[] {
  const said = (rules: SeasonRules, name: RuleName) =>
    name === 'formats' ? matchFormats.map(({ format }) => rules.formats.includes(format)).join() : rules[name]
  return ruleNames.filter((name) => said(one, name) !== said(two, name))
}

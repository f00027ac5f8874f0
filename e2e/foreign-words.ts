import { formatName } from '#/contract/format.ts'
import { courtsOf } from '#/organizer/demo-league/courts.ts'
import { demoOrganizer, demoPlayer, makePools } from '#/organizer/demo-league/people.ts'
import { seasonTemplates } from '#/rules/season.ts'
import { usFlexAreas } from '#/rules/starter-areas.ts'

const anyOf = (names: readonly string[]) => new RegExp(`\\b(?:${names.join('|')})\\b`)
const people = [demoPlayer, demoOrganizer, ...makePools().flatMap((pool) => pool.people)]
const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'

/**
 * Words that must not appear in another organization's league in another country, each with the reason. The journey's
 * season is spring, from September to December, and its first day is September 4, 2026.
 */
const foreign: readonly { why: string; words: RegExp }[] = [
  // In lowercase, the name is the tennis term, as in "at deuce".
  { why: 'the program’s name: the league has its own', words: /\bDeuce\b/ },
  { why: 'the program’s name in an address or in the name of a file', words: /\bdeuce[-.]\w|@deuce\b/i },
  { why: 'the program’s sign: the league has its own', words: /\bthe sign of the program\b/ },
  { why: 'an area of the starter kit', words: anyOf(usFlexAreas.map(({ name }) => name)) },
  { why: 'a court of the demo', words: anyOf(usFlexAreas.flatMap(({ slug }) => courtsOf(slug))) },
  { why: 'a season of the starter kit: this league has spring', words: anyOf(seasonTemplates.map(({ name }) => name)) },
  { why: 'a person of the demo', words: anyOf(people.map((person) => formatName(person))) },
  // en-AU writes its own dollars with a plain sign, $45.00, and others with a country.
  { why: 'other money, or ours as others write it', words: /\bUSD\b|US\$|A\$/ },
  { why: 'a price of the starter kit: ours is $45', words: /\$\s?(?:39|49)\b/ },
  {
    why: 'a time zone of the United States',
    words: /\bAmerica\/|(?<!Australian )\bEastern\b(?! Australia)|\bE[SD]T\b/,
  },
  { why: 'a day with the month first', words: new RegExp(`\\b${month} \\d{1,2}(?![\\d:.]| ?[ap]m\\b)`) },
  {
    why: 'a day in figures with the month first',
    words: /\b(?:\d{1,2}\/(?:1[3-9]|2\d|3[01])|0?9\/0?4)\/(?:20)?\d\d\b/,
  },
  { why: 'a time as in the United States: en-AU has 6:30 pm', words: /\d\s?(?:AM|PM)\b/ },
  { why: 'a phone of the United States', words: /\+1[ (]|\b555 01\d\d\b|\(\d{3}\) \d{3}-\d{4}/ },
]

/** Matches in a text, with their position and context. Ignores tokens and ids, which are random. */
export function findForeignWords(where: string, text: string): string[] {
  const plain = text.replaceAll(/[\w-]{24,}/g, ' ').replaceAll(/\s+/g, ' ')
  return foreign.flatMap(({ why, words }) => {
    const found = words.exec(plain)
    if (!found) return []
    const around = plain.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40)
    return [`${where}: “${around}” has ${why}`]
  })
}

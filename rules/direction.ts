const rightToLeft = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`
const anyOfThem = new RegExp(`[${rightToLeft}]`, 'u')

const letter = String.raw`(?=\p{L})[${rightToLeft}]`
/** A word, or an initial with its full stop, as in the names that visitors see. */
const word = String.raw`${letter}(?:\p{M}*\.(?!\p{L})|(?:${letter}|[\p{M}\u200C\u200D])*)`
const words = new RegExp(String.raw`${word}(?:[ \u00A0'’"׳״\-־]${word})*`, 'gu')

/** The names of a pair, or any other text. */
const sides = /[^\s&](?:[^&]*[^\s&])?/gu

/** Whether a text has characters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return anyOfThem.test(text)
}

/**
 * The text in parts, of which every second one is written from right to left: the words of one name. Shown in one piece,
 * "A & B" of two Hebrew names would read "B & A", and a score after an Arabic name would stand on its other side
 * (Unicode Bidirectional Algorithm, UAX #9). A text without Latin letters is no sentence of ours: somebody's own words stay
 * together.
 */
export function splitDirections(text: string): string[] {
  if (!anyOfThem.test(text)) return [text]
  const parts: string[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(/\p{Script=Latin}/u.test(text) ? words : sides)) {
    parts.push(text.slice(from, index), found)
    from = index + found.length
  }
  return [...parts, text.slice(from)]
}

/** A plain text in which each name keeps its direction to itself, by the marks FSI and PDI. */
export function isolateNames(text: string): string {
  return splitDirections(text)
    .map((part, index) => (index % 2 === 0 ? part : `\u2068${part}\u2069`))
    .join('')
}

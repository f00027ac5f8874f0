const letter = String.raw`(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`
/** A word, or an initial with its full stop, as in the names that visitors see. */
const word = String.raw`${letter}(?:\p{M}*\.(?!\p{L})|(?:${letter}|[\p{M}\u200C\u200D])*)`
const words = new RegExp(String.raw`(${word}(?:[ \u00A0'’"׳״\-־]${word})*)`, 'u')

/** The names of a pair, or any other text. */
const sides = /([^\s&](?:[^&]*[^\s&])?)/u

/**
 * The text in parts, of which every second one is written from right to left: the words of one name. Shown in one piece,
 * "A & B" of two Hebrew names would read "B & A", and a score after an Arabic name would stand on its other side
 * (Unicode Bidirectional Algorithm, UAX #9). A text without Latin letters is no sentence of ours: somebody's own words stay
 * together.
 */
export function splitDirections(text: string): string[] {
  return text.split(words.test(text) && !/\p{Script=Latin}/u.test(text) ? sides : words)
}

/** A plain text in which each name keeps its direction to itself, by the marks FSI and PDI. */
export function isolateNames(text: string): string {
  return splitDirections(text)
    .map((part, index) => (index % 2 === 0 ? part : `\u2068${part}\u2069`))
    .join('')
}

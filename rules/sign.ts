// The sign of an organization without a logo (docs/product.md, "Organization").

/** Letters, figures and pictures: what a sign can begin with. */
const drawn = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Letters that have capitals, and figures: two of them stand beside each other and stay what they are. */
const plain = /^[\p{Lu}\p{Ll}\p{Lt}\p{Nd}]/u

let graphemes: Intl.Segmenter | undefined

/**
 * The letters of a sign: the first of the first two words, or of the only one. In scripts whose letters join or fill a square,
 * and of pictures, one alone. Null: the name has none.
 */
export function initialsOf(name: string, locale: string): string | null {
  const [one, two] = name
    .normalize('NFC')
    .split(/\s+/u)
    .flatMap((word) => firstOf(word) ?? [])
  if (one === undefined) return null
  const isPair = two !== undefined && plain.test(one) && plain.test(two)
  return capitalOf(one, locale) + (isPair ? capitalOf(two, locale) : '')
}

/** Whether letters stand on a line, as capitals and figures do; others are set around their middle. */
export function standsOnLine(letters: string): boolean {
  return plain.test(letters)
}

/** What people see as the first character of a word, whatever it is made of. */
function firstOf(word: string): string | null {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(word)) if (drawn.test(segment)) return segment
  return null
}

/** The capital of a letter; one that has none of its own, such as ß, stays. */
function capitalOf(letter: string, locale: string): string {
  const capital = letter.toLocaleUpperCase(locale)
  return capital.length > letter.length ? letter : capital
}

/** The lines of a court from above, in a square of 64: the sign of a name without letters. */
export const courtLines = 'M18 11h28v42H18zM22.5 11v42M41.5 11v42M18 32h28M22.5 21.5h19M22.5 42.5h19M32 21.5v21'

/** The product's own sign, in a square of 64: a board in the shape of a D with two equal rows, level score. */
export const productSign = {
  board: 'M4 4h26c18 0 30 11 30 28S48 60 30 60H4z',
  rows: 'M16 20h24v8H16zM16 36h24v8H16z',
} as const

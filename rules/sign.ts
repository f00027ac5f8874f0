// The initials or symbol shown for an organization without a logo (docs/product.md, "Organization").

/** Characters that a sign can start with: letters, digits and emoji. */
const drawn = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Letters with an uppercase form, and digits. Two of them can be set side by side. */
const plain = /^[\p{Lu}\p{Ll}\p{Lt}\p{Nd}]/u

let graphemes: Intl.Segmenter | undefined

/**
 * The letters of a sign: the initials of the first two words, or of the only one. A single character in scripts whose
 * letters join or fill a square, and for emoji. Null if the name has none.
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

/** Whether letters sit on the baseline, as capitals and digits do. Others are centered vertically. */
export function sitsOnBaseline(letters: string): boolean {
  return plain.test(letters)
}

/** The first character of a word as people see it, whatever its code points. */
function firstOf(word: string): string | null {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(word)) if (drawn.test(segment)) return segment
  return null
}

/** The uppercase form of a letter. Unchanged if it has no single-letter form, such as ß. */
function capitalOf(letter: string, locale: string): string {
  const capital = letter.toLocaleUpperCase(locale)
  return capital.length > letter.length ? letter : capital
}

/** The lines of a court from above, on a 64 x 64 grid: the sign for a name without letters. */
export const courtLines = 'M18 11h28v42H18zM22.5 11v42M41.5 11v42M18 32h28M22.5 21.5h19M22.5 42.5h19M32 21.5v21'

/** The product's sign, on a 64 x 64 grid: a scoreboard in the shape of a D with two equal rows. */
export const productSign = {
  board: 'M4 4h26c18 0 30 11 30 28S48 60 30 60H4z',
  rows: 'M16 20h24v8H16zM16 36h24v8H16z',
} as const

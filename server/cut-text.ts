/**
 * The first characters of a text, at most so many UTF-16 units. A pair of surrogates (an emoji) is left out whole instead of
 * being cut: PostgreSQL's JSON refuses half of one.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Cs}$/u, '')
}

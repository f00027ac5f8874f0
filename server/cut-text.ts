/**
 * The beginning of a text, at most `most` UTF-16 units long. A surrogate pair (an emoji) is never cut in half, which
 * PostgreSQL's JSON would refuse.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Cs}$/u, '')
}

import { plainSlug } from '#/rules/slug.ts'
import { organization } from './organization.ts'

/** Characters of a short name. */
const MOST_SHORT = 20

/** The short name that follows from a name, until somebody enters another one: the words that fit into 20 characters. */
export function shortNameOf(name: string): string {
  let start = ''
  for (const letter of name) {
    if (start.length + letter.length > MOST_SHORT) break
    start += letter
  }
  if (start === name || name[start.length] === ' ') return start.trim()
  return start.slice(0, Math.max(0, start.lastIndexOf(' '))).trim() || start
}

/** What a file is called that somebody saves: 'bayside-players.csv'. Without the organization where its name has no Latin letters. */
export function fileNameOf(name: string): string {
  return [plainSlug(organization().short_name), name].filter(Boolean).join('-')
}

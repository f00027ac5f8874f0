import { plainSlug } from '#/rules/slug.ts'
import { organization } from './organization.ts'

/** The longest short name, in characters. */
const MOST_SHORT = 20

/** The short name derived from a name until somebody enters another: the words that fit into 20 characters. */
export function shortNameOf(name: string): string {
  let start = ''
  for (const letter of name) {
    if (start.length + letter.length > MOST_SHORT) break
    start += letter
  }
  if (start === name || name[start.length] === ' ') return start.trim()
  return start.slice(0, Math.max(0, start.lastIndexOf(' '))).trim() || start
}

/** The name of a downloaded file: 'bayside-players.csv'. Without the organization if its name has no Latin letters. */
export function fileNameOf(name: string): string {
  return [plainSlug(organization().short_name), name].filter(Boolean).join('-')
}

import { plainSlug } from '#/rules/slug.ts'
import { organization } from './organization.ts'

/** The short name that follows from a name, until somebody enters another one: the words that fit into 20 characters. */
export function shortNameOf(name: string): string {
  const letters = [...name]
  if (letters.length <= 20) return name
  const start = letters.slice(0, 21).join('')
  const words = start.slice(0, Math.max(0, start.lastIndexOf(' '))).trim()
  return words || letters.slice(0, 20).join('')
}

/** What a file is called that somebody saves: 'bayside-players.csv'. Without the organization where its name has no Latin letters. */
export function fileNameOf(name: string): string {
  return [plainSlug(organization().short_name), name].filter(Boolean).join('-')
}

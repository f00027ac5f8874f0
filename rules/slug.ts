/**
 * Converts a name to lowercase letters, digits and hyphens: 'Men’s Singles 3.5' to 'mens-singles-3-5'. '' if it has no
 * Latin letter or digit.
 */
export function plainSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/['’\p{M}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** The word itself if free, otherwise with the first free number from 2: 'fall', 'fall-2', 'fall-3'. */
export function firstFree(word: string, taken: ReadonlySet<string>): string {
  for (let next = 1; ; next += 1) {
    const free = next === 1 ? word : `${word}-${next}`
    if (!taken.has(free)) return free
  }
}

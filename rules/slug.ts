/** A name in lowercase letters, digits and hyphens: 'Men’s Singles 3.5' as 'mens-singles-3-5'. '' when it has no Latin letter or digit. */
export function plainSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/['’\p{M}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

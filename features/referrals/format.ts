/** 'free season', or its plural unless the count is one. */
export function formatFreeSeasons(count: number): string {
  return count === 1 ? 'free season' : 'free seasons'
}

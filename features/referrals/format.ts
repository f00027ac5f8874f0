/** 'free season', and its plural for any other number than one. */
export function formatFreeSeasons(count: number): string {
  return count === 1 ? 'free season' : 'free seasons'
}

import { formatList } from '#/contract/locale.ts'
import type { OrganizerCoupon } from './contract.ts'

/** '3 of 50', or '3' without a limit. */
export function formatUses({ uses, limit }: OrganizerCoupon): string {
  return limit === null ? String(uses) : `${uses} of ${limit}`
}

export function formatSeasons({ seasons }: OrganizerCoupon): string {
  if (seasons === null) return 'All seasons'
  return seasons.length === 0 ? 'None left' : formatList(seasons.map(({ title }) => title))
}

export function formatTitle({ name, year }: { name: string; year: number }): string {
  return `${name} ${year}`
}

import { paths } from '#/contract/paths.ts'

const { organizer } = paths

/** The page of an entry's subject ('match 12'). Null if there is none. */
export function pathOfSubject(subject: string): string | null {
  const [, what, key = ''] = /^([a-z ]+?)(?: ([\w-]+))?$/.exec(subject) ?? []
  const id = Number(key)
  if (what === 'order' && key !== '') return organizer.payment(key)
  if (what === 'area' || what === 'areas') return organizer.areas
  if (what === 'organization') return organizer.organization
  if (what === 'division' || what === 'divisions') return organizer.divisions
  if (what === 'levels') return organizer.levels
  if (!Number.isInteger(id) || id < 1) return null
  switch (what) {
    case 'player':
      return organizer.player(id)
    case 'match':
      return organizer.match(id)
    case 'entry':
      return organizer.entry(id)
    case 'season':
      return organizer.season(id)
    case 'league':
      return organizer.league(id)
    case 'court':
      return organizer.courts
    case 'coupon':
      return organizer.coupons
    case 'match format':
      return organizer.matchFormats
    case 'closed days':
      return organizer.closedDays
    default:
      return null
  }
}

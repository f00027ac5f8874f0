import { deskPaths } from '#/contract/desk-paths.ts'

/** The page of an entry's subject ('match 12'). Null if there is none. */
export function pathOfSubject(subject: string): string | null {
  const [, what, key = ''] = /^([a-z ]+?)(?: ([\w-]+))?$/.exec(subject) ?? []
  const id = Number(key)
  if (what === 'order' && key !== '') return deskPaths.payment(key)
  if (what === 'area' || what === 'areas') return deskPaths.areas
  if (what === 'organization') return deskPaths.organization
  if (what === 'division' || what === 'divisions') return deskPaths.divisions
  if (what === 'levels') return deskPaths.levels
  if (!Number.isInteger(id) || id < 1) return null
  switch (what) {
    case 'player':
      return deskPaths.player(id)
    case 'match':
      return deskPaths.match(id)
    case 'entry':
      return deskPaths.entry(id)
    case 'season':
      return deskPaths.season(id)
    case 'league':
      return deskPaths.league(id)
    case 'court':
      return deskPaths.courts
    case 'coupon':
      return deskPaths.coupons
    case 'match format':
      return deskPaths.matchFormats
    case 'closed days':
      return deskPaths.closedDays
    default:
      return null
  }
}

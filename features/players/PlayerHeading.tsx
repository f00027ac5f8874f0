import { levelName } from '#/contract/levels.ts'
import { Avatar } from '#/web/ui/Avatar.tsx'
import type { PlayerPage } from './page-contract.ts'

/** The face and the name. */
export function PlayerHeading({ player: { name, photo } }: Pick<PlayerPage, 'player'>) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} photo={photo?.medium} isLarge />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </span>
  )
}

/** 'Singles 3.5, doubles Mix'. Null without a level. */
export function formatLevels({ singles_level, doubles_level }: PlayerPage['player']): string | null {
  const levels = [
    singles_level === null ? null : `Singles ${levelName(singles_level)}`,
    doubles_level === null ? null : `${singles_level === null ? 'Doubles' : 'doubles'} ${doubles_level}`,
  ].filter((level) => level !== null)
  return levels.length === 0 ? null : levels.join(', ')
}

import { CourtPicture } from './CourtPicture.tsx'
import { sceneOf } from './court/scenes.ts'

type CourtProps = {
  /** A division's or season's slug, or the name of an empty state: no-matches, no-results, no-league, no-players, empty-cart, lost, error. */
  slug: string
  /** Names the picture for those who do not see it; without it the picture is decoration. */
  title?: string
  /** Set the size here: the drawing covers its box. */
  className?: string
}

/** A drawn court: always the same picture for the same slug, lit by day or by floodlight. */
export function Court({ slug, ...rest }: CourtProps) {
  return <CourtPicture scene={sceneOf(slug)} {...rest} />
}

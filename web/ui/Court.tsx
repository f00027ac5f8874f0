import { CourtPicture } from './CourtPicture.tsx'
import { sceneOf } from './court/scenes.ts'

type CourtProps = {
  /** A division's or season's slug, or the name of an empty state: no-matches, no-results, no-league, no-players, empty-cart, lost, error. */
  slug: string
  /** The text alternative; without it the picture is decorative. */
  title?: string
  /** Sets the size: the drawing covers its box. */
  className?: string
}

/** A drawn court: the same picture for the same slug, in a light and a dark version. */
export function Court({ slug, ...rest }: CourtProps) {
  return <CourtPicture scene={sceneOf(slug)} {...rest} />
}

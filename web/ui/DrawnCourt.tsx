import { CourtPicture } from './CourtPicture.tsx'
import { sceneOf } from './court/scenes.ts'

/** The drawing itself; screens use `Court`, which loads it. */
export function DrawnCourt({ slug, ...rest }: { slug: string; title?: string; className?: string }) {
  return <CourtPicture scene={sceneOf(slug)} {...rest} />
}

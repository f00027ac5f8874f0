import { createPart, usePart } from './part.ts'

type CourtProps = {
  /** A division's or season's slug, or the name of an empty state: no-matches, no-results, no-league, no-players, empty-cart, lost, error. */
  slug: string
  /** The text alternative; without it the picture is decorative. */
  title?: string
  /** Sets the size: the drawing covers its box. */
  className?: string
}

// Drawn after the screen is there: what it says does not wait for its pictures.
const drawing = createPart(() => import('./DrawnCourt.tsx'))

/** A drawn court: the same picture for the same slug, in a light and a dark version. */
export function Court(props: CourtProps) {
  const loaded = usePart(drawing, true)
  if (loaded) return <loaded.DrawnCourt {...props} />
  // The same element, so that the place keeps its size.
  return <svg viewBox="0 0 480 300" aria-hidden="true" className={`block bg-sunk ${props.className ?? ''}`} />
}

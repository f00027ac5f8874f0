import type { CourtPicture } from '#/contract/courts.ts'

type CourtProps = {
  picture: CourtPicture
  /** Sets the size: the picture covers its box. */
  className?: string
}

/** A drawn court, in a light and a dark version. It decorates, so it has no text alternative. */
export function Court({ picture, className = '' }: CourtProps) {
  return (
    <img src={`/courts/${picture}.svg`} alt="" loading="lazy" className={`block bg-sunk object-cover ${className}`} />
  )
}

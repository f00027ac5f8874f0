import type { ComponentPropsWithRef, ReactNode } from 'react'

type CardProps = ComponentPropsWithRef<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li'
  /** Light, or dark like the scoreboard. */
  tone?: 'surface' | 'board'
  /** Off for pictures and tables that reach the card's edge. */
  padded?: boolean
}

/** A bordered box on the page. */
export function Card({ as: Tag = 'div', tone = 'surface', padded = true, className = '', ...rest }: CardProps) {
  return (
    <Tag
      {...(rest as ComponentPropsWithRef<'div'> & ComponentPropsWithRef<'li'>)}
      className={`rounded-md border ${tone === 'board' ? 'on-board border-board-line' : 'border-line bg-surface text-ink'} ${padded ? 'p-4 sm:p-6' : 'overflow-hidden'} ${className}`}
    />
  )
}

type PictureCardProps = {
  picture: ReactNode
  /** Shown over the picture's corner, e.g. a badge. */
  corner?: ReactNode
  title: ReactNode
  /** The heading's level in the page's outline. */
  level?: 2 | 3
  children?: ReactNode
  actions?: ReactNode
  selected?: boolean
}

/** A card with a picture, a name, a few facts and one action: a season, a division. */
export function PictureCard({
  picture,
  corner,
  title,
  level = 2,
  children,
  actions,
  selected = false,
}: PictureCardProps) {
  const Heading = `h${level}` as const
  return (
    <article
      className={`flex flex-col overflow-hidden rounded-md border bg-surface ${selected ? 'border-ink [box-shadow:0_0_0_2px_var(--color-ink)]' : 'border-line'}`}
    >
      <div className="relative aspect-[16/10] overflow-hidden bg-sunk *:size-full">
        {picture}
        {corner && <div className="absolute top-3 left-3 size-auto!">{corner}</div>}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <Heading className="lettering text-xl">{title}</Heading>
        {children && <div className="flex-1 text-ink-soft">{children}</div>}
        {actions}
      </div>
    </article>
  )
}

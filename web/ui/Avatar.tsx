type AvatarProps = {
  name: string
  photo?: string | null | undefined
  /** Of the player: initials without it take their color from the name. */
  id?: number | undefined
  isLarge?: boolean
}

/** A photo, or the initials in the person's color without one. Its size is fixed. Decorative: the name is beside it. */
export function Avatar({ name, photo, id, isLarge = false }: AvatarProps) {
  const size = isLarge ? 96 : 36
  const look = `${isLarge ? 'size-24' : 'size-9'} shrink-0 rounded-sm`
  if (photo)
    return (
      <img
        src={photo}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={`${look} object-cover`}
      />
    )
  // An SVG, because a style attribute is refused in HTML. White on this lightness has a contrast of 6 in every hue.
  return (
    <svg
      viewBox="0 0 36 36"
      width={size}
      height={size}
      aria-hidden="true"
      className={`${look} forced-color-adjust-none`}
    >
      <rect width="36" height="36" fill={`oklch(0.48 0.09 ${hueOf(id ?? sumOf(name))})`} />
      <text
        x="18"
        y="18"
        dominantBaseline="central"
        textAnchor="middle"
        fontSize="15"
        fill="#fff"
        className="lettering"
      >
        {initialsOf(name)}
      </text>
    </svg>
  )
}

function initialsOf(name: string): string {
  const initials = name.split(/\s+/).map(([first = '']) => first)
  return `${initials.at(0)}${initials.length > 1 ? initials.at(-1) : ''}`.toUpperCase()
}

/** Neighboring numbers get hues far from each other: steps of the golden angle. */
function hueOf(number: number): number {
  return Math.round((number * 137.5) % 360)
}

function sumOf(name: string): number {
  return Array.from(name, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0)
}

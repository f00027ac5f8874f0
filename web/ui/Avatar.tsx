type AvatarProps = { name: string; photo?: string | null | undefined; isLarge?: boolean }

/** A photo, or the initials in the person's color without one. Its size is fixed. Decorative: the name is beside it. */
export function Avatar({ name, photo, isLarge = false }: AvatarProps) {
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
      <rect width="36" height="36" fill={`oklch(0.48 0.09 ${hueOf(name)})`} />
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

/** The same on every screen, whether the person is known or not. Similar names get hues far apart: steps of the golden angle. */
function hueOf(name: string): number {
  const sum = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0)
  return Math.round((sum * 137.5) % 360)
}

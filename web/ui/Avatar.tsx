type AvatarProps = { name: string; photo?: string | null | undefined; isLarge?: boolean }

/** A photo, or the initials without one. Decorative: the name is beside it. */
export function Avatar({ name, photo, isLarge = false }: AvatarProps) {
  const initials = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .filter(Boolean)
  const letters = `${initials[0] ?? ''}${initials.length > 1 ? (initials.at(-1) ?? '') : ''}`.toUpperCase()
  const size = isLarge ? 96 : 36
  return photo ? (
    <img
      src={photo}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={`${isLarge ? 'size-24' : 'size-9'} shrink-0 rounded-sm object-cover`}
    />
  ) : (
    <span
      aria-hidden="true"
      className={`${isLarge ? 'size-24 text-[2.52rem]' : 'size-9 text-[0.945rem]'} lettering grid shrink-0 place-items-center rounded-sm bg-court-soft text-court`}
    >
      {letters}
    </span>
  )
}

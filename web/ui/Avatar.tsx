/** A photo, or the initials without one. Decorative: the name is beside it. */
export function Avatar({ name, photo, size = 36 }: { name: string; photo?: string | null | undefined; size?: number }) {
  const initials = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .filter(Boolean)
  const emails = `${initials[0] ?? ''}${initials.length > 1 ? (initials.at(-1) ?? '') : ''}`.toUpperCase()
  return photo ? (
    <img
      src={photo}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-sm object-cover"
      style={{ width: size, height: size }}
    />
  ) : (
    <span
      aria-hidden="true"
      className="lettering grid shrink-0 place-items-center rounded-sm bg-court-soft text-court"
      style={{ width: size, height: size, fontSize: size * 0.42 }}
    >
      {emails}
    </span>
  )
}

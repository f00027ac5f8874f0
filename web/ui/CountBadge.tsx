/** A count on the corner of an icon; the icon's label says it to screen readers. Its parent is `relative`. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-xs text-on-live"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

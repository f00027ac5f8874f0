/** A count on an icon's corner. The icon's label includes it for screen readers. Its parent must be `relative`. */
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

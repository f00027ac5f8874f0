/** A tennis ball for the leading side. Decorative: text beside it says the same. */
export function Ball({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 12 12" className={className} aria-hidden="true">
      <circle cx="6" cy="6" r="6" className="fill-live" />
      <path d="M2.2 1.8Q5 6 2.2 10.2M9.8 1.8Q7 6 9.8 10.2" fill="none" className="stroke-board" strokeWidth="0.8" />
    </svg>
  )
}

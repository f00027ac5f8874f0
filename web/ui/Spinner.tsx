/** A turning ball; the text is for screen readers. */
export function Spinner({ label = 'Loading', size = 20 }: { label?: string | null; size?: number }) {
  return (
    <span className="inline-flex" {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      <svg viewBox="0 0 20 20" width={size} height={size} className="animate-spin" aria-hidden="true">
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.5" strokeOpacity="0.3" />
        <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

import { encode } from 'uqr'

/** A QR code: black on white in every theme. `label` describes its purpose. */
export function QrCode({ text, label, className = 'size-56' }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" className={className} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </>
  )
}

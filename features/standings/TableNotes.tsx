import type { Correction, LeftEntry } from './contract.ts'
import { formatChange, formatCorrected, formatLeft } from './notes-format.ts'

/** Below a table: who has left, and what was corrected after the season. */
export function TableNotes({ left, corrections }: { left: readonly LeftEntry[]; corrections: readonly Correction[] }) {
  const notes = left.map(formatLeft)
  if (notes.length + corrections.length === 0) return null
  return (
    <div className="flex max-w-prose flex-col gap-2 pt-4 text-ink-soft">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {corrections.map((correction, index) => (
        <details key={index}>
          <summary className="min-h-6 cursor-pointer font-[620] underline">{formatCorrected(correction)}</summary>
          <p className="pt-1">{formatChange(correction)}</p>
          {correction.reason !== null && <p>“{correction.reason}”</p>}
        </details>
      ))}
    </div>
  )
}

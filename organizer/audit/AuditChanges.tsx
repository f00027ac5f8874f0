import type { AuditChange } from './changes.ts'

/** Longer values are folded. */
const LONG_CHARACTERS = 160

/** What changed: the old value struck through, then the new one. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {changes.map(({ title, before, after }) => (
        <div key={title} className="contents">
          <dt className="text-ink-soft">{title}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words">
            {before !== null && (
              <del className="min-w-0 text-ink-soft">
                <span className="sr-only">before: </span>
                <Value text={before} />
              </del>
            )}
            {before !== null && after !== null && <span aria-hidden="true">→</span>}
            {after !== null && (
              <ins className="min-w-0 font-[580] no-underline">
                <span className="sr-only">{before === null ? 'added: ' : 'after: '}</span>
                <Value text={after} />
              </ins>
            )}
            {after === null && <span className="text-ink-soft">(removed)</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ text }: { text: string }) {
  if (text.length <= LONG_CHARACTERS) return <span className="break-words">{text}</span>
  return (
    <details className="inline-block max-w-full align-top">
      <summary className="min-h-6 cursor-pointer break-words">{text.slice(0, LONG_CHARACTERS)}…</summary>
      <span className="break-words whitespace-pre-line">{text}</span>
    </details>
  )
}

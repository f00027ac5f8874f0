import { useEffect, useState } from 'react'
import { forgetKept, keepValues, readKept, type KeptForm } from './kept-form.ts'

/**
 * Unsaved changes of a screen that is not a form of fields, kept like one (kept-form.ts). Null if there are none. `read`
 * turns stored JSON into a draft, or null if an older release wrote it.
 */
export function useKeptDraft<T>(
  keep: KeptForm | undefined,
  read: (stored: unknown) => T | null,
): [draft: T | null, setDraft: (draft: T | null) => void] {
  const [draft, setDraft] = useState<T | null>(null)
  useEffect(() => {
    if (!keep) return
    const { json } = readKept(keep, { json: '' })
    if (json !== '') setDraft(read(JSON.parse(json)))
    // Once, when the name is known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keep?.name])
  return [
    draft,
    (next) => {
      setDraft(next)
      if (!keep) return
      if (next === null) forgetKept(keep)
      else keepValues(keep, { json: JSON.stringify(next) })
    },
  ]
}

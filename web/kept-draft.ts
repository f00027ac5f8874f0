import { useEffect, useState } from 'react'
import { deleteFormDraft, saveFormDraft, readFormDraft, type FormDraft } from './form-draft.ts'

/**
 * Unsaved changes of a screen that is not a form of fields, kept like one (kept-form.ts). Null if there are none. `read`
 * turns stored JSON into a draft, or null if an older release wrote it.
 */
export function useKeptDraft<T>(
  keep: FormDraft | undefined,
  read: (stored: unknown) => T | null,
): [draft: T | null, setDraft: (draft: T | null) => void] {
  const [draft, setDraft] = useState<T | null>(null)
  useEffect(() => {
    if (!keep) return
    const { json } = readFormDraft(keep, { json: '' })
    if (json !== '') setDraft(read(JSON.parse(json)))
    // Once, when the name is known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keep?.name])
  return [
    draft,
    (next) => {
      setDraft(next)
      if (!keep) return
      if (next === null) deleteFormDraft(keep)
      else saveFormDraft(keep, { json: JSON.stringify(next) })
    },
  ]
}

import { useEffect, useRef } from 'react'
import { undoAct } from '#/organizer/calls.gen.ts'
import { queries, reauthenticated } from '#/web/api.ts'
import { ApiError, call } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'

/**
 * Undoes a change from its toast, by a press or by Control+Z (Command+Z) outside of text, where these undo typing. The
 * focus returns to where it was before.
 */
export function ToastUndo({ audit_id, dismiss }: { audit_id: string; dismiss: () => void }) {
  const focusedBefore = useRef<EventTarget | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || shiftKey || altKey) return
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return
      // The newest change is undone first.
      if ([...document.querySelectorAll('[data-undo]')].at(-1) !== button.current) return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <button
      ref={button}
      type="button"
      data-undo
      aria-keyshortcuts="Control+Z Meta+Z"
      onFocus={({ relatedTarget }) => (focusedBefore.current = relatedTarget)}
      onClick={() => {
        if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
        dismiss()
        void undoRightAway(audit_id)
      }}
      className="grid min-h-11 shrink-0 place-items-center rounded-sm px-3 font-[650] underline underline-offset-4 hover:bg-sunk"
    >
      <span>
        Undo<span className="sr-only">, or press Control+Z</span>
      </span>
    </button>
  )
}

/** All reads are made again, because a toast does not know which the change touched. */
async function undoRightAway(audit_id: string): Promise<void> {
  const input = { params: { id: Number(audit_id) }, body: { reason: 'Undone right away' } }
  try {
    const { message } = await reauthenticated(() => call(undoAct, input))
    showToast({ tone: 'good', text: message })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ tone: 'bad', text: error.message })
  }
  await queries.invalidateQueries()
}

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import CircleAlert from 'lucide:circle-alert'
import CircleCheck from 'lucide:circle-check'
import X from 'lucide:x'
import { currentToasts, dismissToast, subscribeToasts, type Toast } from './toasts.ts'

/**
 * Shows toasts at the top, because buttons are at the bottom of forms and screens. Rendered once, at the root of the
 * app.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts)
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex flex-col items-center gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))]"
    >
      <div aria-live="polite" className="contents">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onDismiss={() => dismissToast(toast.id)} />
        ))}
      </div>
    </section>
  )
}

/** One message; hover and focus pause its timer. */
export function ToastItem({ toast, onDismiss }: { toast: Toast; onDismiss?: () => void }) {
  const [paused, setPaused] = useState(false)
  const Icon = toast.tone === 'good' ? CircleCheck : CircleAlert

  const end = useEffectEvent(() => onDismiss?.())
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => end(), toast.undo ? 10_000 : 5_000)
    return () => clearTimeout(timer)
  }, [paused, toast.undo])

  return (
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={`pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 rounded-sm border border-l-8 bg-surface py-1.5 pr-1.5 pl-4 text-ink lift ${
        toast.tone === 'good' ? 'border-good' : 'border-bad'
      }`}
    >
      <Icon size={22} className={`shrink-0 ${toast.tone === 'good' ? 'text-good' : 'text-bad'}`} />
      <p className="min-w-0 flex-1 py-1.5 font-[580]">
        <span className="sr-only">{toast.tone === 'good' ? 'Done: ' : 'Error: '}</span>
        {toast.text}
      </p>
      {toast.undo?.(() => onDismiss?.())}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-11 shrink-0 place-items-center rounded-sm hover:bg-sunk"
      >
        <X size={20} />
      </button>
    </div>
  )
}

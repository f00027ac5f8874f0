import { type ReactNode, type RefObject, useEffect } from 'react'
import X from 'lucide:x'
import { IconButton } from './Button.tsx'

type SlideOverProps = {
  /** For `openSlideOver` and `closeSlideOver`. The browser holds the open state, so no screen is rendered again. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Accessible name of the panel. */
  label: string
  /** Shown at the top, beside the close button. */
  head?: ReactNode
  children: ReactNode
}

/**
 * A panel from the left edge for phones, above the whole page: a press outside only closes it. The browser closes it
 * with Escape and with the phone's back gesture, and returns the focus.
 */
export function SlideOver({ dialog, label, head, children }: SlideOverProps) {
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const off = new AbortController()
    const { signal } = off
    const leave = (event: MouseEvent) => event.target === element && closeSlideOver(element)
    element.addEventListener('click', leave, { signal })
    element.addEventListener('keydown', (event) => keepFocus(event, element), { signal })
    return () => off.abort()
  }, [dialog])

  return (
    <dialog
      ref={dialog}
      popover="auto"
      aria-modal="true"
      aria-label={label}
      className="h-dvh max-h-none w-full max-w-none bg-[#04100a]/70"
    >
      <div className="on-board h-full w-[min(20rem,88vw)] animate-slide overflow-y-auto border-r border-board-line">
        <div className="flex min-h-full flex-col">
          <div className="flex h-16 items-center justify-between gap-2 border-b border-board-line pr-2 pl-4">
            <div className="min-w-0">{head}</div>
            <IconButton label="Close menu" icon={<X size={24} />} onClick={() => closeSlideOver(dialog.current)} />
          </div>
          <div className="flex-1 py-3">{children}</div>
        </div>
      </div>
    </dialog>
  )
}

/**
 * Opened as a non-modal dialog: for a modal one the browser makes the rest of the page inert and recomputes every
 * element's style, which on a slow phone takes longer than a tap may wait (docs/decisions/097).
 */
export function openSlideOver(dialog: HTMLDialogElement | null): void {
  if (!dialog) return
  if ('showPopover' in dialog) dialog.showPopover()
  else (dialog as HTMLDialogElement).showModal()
  tabStopsOf(dialog)[0]?.focus()
}

export function closeSlideOver(dialog: HTMLDialogElement | null): void {
  if (!dialog) return
  if ('hidePopover' in dialog) dialog.hidePopover()
  else (dialog as HTMLDialogElement).close()
}

/** Tab wraps from the last element to the first, and back. */
function keepFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return
  const stops = tabStopsOf(dialog)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** Only the checked one of radio buttons. */
function tabStopsOf(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('a[href], button, input:checked')]
}

import { type ReactNode, type RefObject, useEffect } from 'react'
import X from 'lucide:x'
import { IconButton } from './Button.tsx'

type SlideOverProps = {
  /** For `openSlideOver` and `closeSlideOver`. The browser knows whether it is open: no screen is drawn again for it. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Names the panel. */
  label: string
  /** At the top, beside the close button. */
  head?: ReactNode
  children: ReactNode
}

/**
 * A panel from the left edge for phones, over all of the page: a press beside it closes it, and nothing else. The browser
 * closes it with Escape and with the phone's way back, and returns the focus.
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
 * Not as a modal dialog: the browser makes the page around one inert, and works out the style of each of its elements again
 * for that, on a slow phone for longer than a tap may wait (docs/decisions/097).
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

/** From the last element Tab leads to the first, and back. */
function keepFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return
  const stops = tabStopsOf(dialog)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** Of radio buttons, the checked one alone. */
function tabStopsOf(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('a[href], button, input:checked')]
}

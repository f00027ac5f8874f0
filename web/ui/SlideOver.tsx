import { type ReactNode, type RefObject, useEffect } from 'react'
import X from 'lucide:x'
import { IconButton } from './Button.tsx'

type SlideOverProps = {
  /** Opens with `showModal()`, closes with `close()`: the browser knows whether it is open, and no screen is drawn again for it. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Names the panel. */
  label: string
  /** At the top, beside the close button. */
  head?: ReactNode
  children: ReactNode
}

/** A panel from the left edge for phones. A native modal dialog: the browser traps and returns the focus. */
export function SlideOver({ dialog, label, head, children }: SlideOverProps) {
  // The backdrop belongs to the dialog element; what is in the panel does not.
  useEffect(() => {
    const element = dialog.current
    const leave = (event: MouseEvent) => event.target === element && element?.close()
    element?.addEventListener('click', leave)
    return () => element?.removeEventListener('click', leave)
  }, [dialog])

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className="on-board m-0 h-dvh max-h-none w-[min(20rem,88vw)] max-w-none border-r border-board-line p-0 backdrop:bg-[#04100a]/70 open:animate-slide"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex h-16 items-center justify-between gap-2 border-b border-board-line pr-2 pl-4">
          <div className="min-w-0">{head}</div>
          <IconButton label="Close menu" icon={<X size={24} />} onClick={() => dialog.current?.close()} />
        </div>
        <div className="flex-1 py-3">{children}</div>
      </div>
    </dialog>
  )
}

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import EllipsisVertical from 'lucide:ellipsis-vertical'
import { createPart, loadOnReach, usePart } from './part.ts'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
}

const list = createPart(() => import('./MenuList.tsx'))

/** A three-dot button with a short list of actions. */
export function Menu({ label, items }: { label: string; items: readonly MenuEntry[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'first' | 'last' | null>(null)
  const close = () => setOpen(null)
  const loaded = usePart(list, open !== null, close)

  function openFromKeys(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  return (
    <>
      <button
        {...loadOnReach(list)}
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onClick={() => setOpen(open === null ? 'first' : null)}
        onKeyDown={openFromKeys}
        className="grid size-11 place-items-center rounded-sm hover:bg-current/10 aria-expanded:bg-current/10"
      >
        <EllipsisVertical size={22} />
      </button>
      {loaded && open !== null && (
        <loaded.MenuList label={label} items={items} from={open} button={button} onClose={close} />
      )}
    </>
  )
}

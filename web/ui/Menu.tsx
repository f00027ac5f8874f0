import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import Check from 'lucide:check'
import EllipsisVertical from 'lucide:ellipsis-vertical'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  /** Makes it a choice that is on or off; the menu stays open. */
  checked?: boolean
  onSelect: () => void
}

type MenuProps = {
  label: string
  items: readonly MenuEntry[]
  /** Shows the label beside an icon, instead of three dots. */
  face?: ReactNode
}

/** A button with a short list of actions or choices. */
export function Menu({ label, items, face }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** The entry to focus on opening; null while closed. */
  const [open, setOpen] = useState<'first' | 'last' | null>(null)

  function openFromKeys(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onClick={() => setOpen(open === null ? 'first' : null)}
        onKeyDown={openFromKeys}
        className={`rounded-sm hover:bg-current/10 aria-expanded:bg-current/10 ${face === undefined ? 'grid size-11 place-items-center' : 'inline-flex min-h-11 items-center gap-2 px-3 text-sm font-[650]'}`}
      >
        {face ?? <EllipsisVertical size={22} />}
      </button>
      {open !== null &&
        createPortal(
          <MenuList label={label} items={items} from={open} button={button} onClose={() => setOpen(null)} />,
          document.body,
        )}
    </>
  )
}

type MenuListProps = {
  label: string
  items: readonly MenuEntry[]
  from: 'first' | 'last'
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * The list of an open menu, above everything: a press outside only closes it. Replaces React Aria's menu, which hides
 * and measures the whole page before it opens (docs/decisions/097).
 */
function MenuList({ label, items, from, button, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => list.current && button.current && placeBeside(list.current, button.current)
    place()
    entriesOf(list.current)
      .at(from === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true })
    // The page may scroll while the menu is open.
    const off = new AbortController()
    addEventListener('scroll', place, { capture: true, passive: true, signal: off.signal })
    addEventListener('resize', place, { signal: off.signal })
    return () => off.abort()
  }, [button, from])

  const close = () => {
    button.current?.focus({ preventScroll: true })
    onClose()
  }

  function move(event: KeyboardEvent) {
    const entries = entriesOf(list.current)
    const at = entries.findIndex((entry) => entry === document.activeElement)
    // After Tab, the focus continues from the button.
    if (event.key === 'Escape' || event.key === 'Tab') {
      // A dialog around the menu stays open.
      event.stopPropagation()
      return close()
    }
    // The key that opened the menu is still held down.
    const isHeld = event.repeat && (event.key === 'Enter' || event.key === ' ')
    const next = isHeld ? entries[at] : entryFor(event, entries, at)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      role="presentation"
      className="fixed inset-0 z-40"
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div
        ref={list}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        className="absolute max-h-[calc(100dvh-1rem)] min-w-56 animate-rise overflow-y-auto rounded-md border border-edge bg-surface p-1.5 text-ink lift [outline-style:none]"
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={item.checked}
            tabIndex={-1}
            aria-disabled={item.disabled || undefined}
            onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
            onClick={() => {
              if (item.disabled) return
              if (item.checked === undefined) close()
              item.onSelect()
            }}
            className={`flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left [outline-style:none] focus:bg-sunk focus:[box-shadow:inset_3px_0_0_var(--color-ink)] aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft forced-colors:focus:[outline:2px_solid] ${item.tone === 'danger' ? 'text-bad' : ''}`}
          >
            {item.checked !== undefined && <Check size={18} className={item.checked ? '' : 'invisible'} />}
            {item.icon && (
              <span aria-hidden="true" className="*:size-5">
                {item.icon}
              </span>
            )}
            {item.label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Pixels between the list and its button, and the minimum distance to the window's edges. */
const GAP = 8

/** Below the button with right edges aligned; above it if there is no room. */
function placeBeside(list: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = list
  const { clientWidth, clientHeight } = document.documentElement
  const most = { left: clientWidth - GAP - width, top: clientHeight - GAP - height }
  const below = bottom + GAP
  const above = top - GAP - height
  const fits = below <= most.top || above < GAP ? below : above
  list.style.left = `${Math.max(GAP, Math.min(right - width, most.left))}px`
  list.style.top = `${Math.max(GAP, Math.min(fits, most.top))}px`
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

/**
 * The entry that a key moves to: the neighbors with wrap-around, the ends, or the next entry that begins with a letter.
 */
function entryFor(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  entries: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home' || key === 'PageUp') return entries[0]
  if (key === 'End' || key === 'PageDown') return entries.at(-1)
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const letter = key.toLowerCase()
  return [...entries.slice(at + 1), ...entries.slice(0, at)].find((entry) =>
    entry.textContent.trim().toLowerCase().startsWith(letter),
  )
}

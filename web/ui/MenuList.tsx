import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { MenuEntry } from './Menu.tsx'

type MenuListProps = {
  label: string
  items: readonly MenuEntry[]
  /** Which entry has the focus when it opens. */
  from: 'first' | 'last'
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The list of a menu that is open; screens use `Menu`, which loads it. */
export function MenuList({ label, items, from, button, onClose }: MenuListProps) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={button}
      placement="bottom end"
      aria-label={label}
      className="min-w-52 rounded-md border border-edge bg-surface text-ink lift data-[entering]:animate-rise"
    >
      <AriaMenu
        aria-label={label}
        autoFocus={from}
        onClose={onClose}
        className="max-h-80 overflow-y-auto p-1.5 [outline-style:none]"
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            id={item.id}
            textValue={item.label}
            isDisabled={item.disabled ?? false}
            onAction={item.onSelect}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 [outline-style:none] data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-soft data-[focused]:bg-sunk data-[focused]:[box-shadow:inset_3px_0_0_var(--color-ink)] forced-colors:data-[focused]:[outline:2px_solid] ${item.tone === 'danger' ? 'text-bad' : ''}`}
          >
            {item.icon && (
              <span aria-hidden="true" className="*:size-5">
                {item.icon}
              </span>
            )}
            {item.label}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  )
}

import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
}

/** A three-dot button with a short list of actions. */
export function Menu({ label, items }: { label: string; items: readonly MenuEntry[] }) {
  return (
    <MenuTrigger>
      <Button
        aria-label={label}
        className="grid size-11 place-items-center rounded-sm hover:bg-current/10 aria-expanded:bg-current/10 data-[focus-visible]:outline-3 data-[focus-visible]:outline-[var(--focus)]"
      >
        <EllipsisVertical size={22} aria-hidden="true" />
      </Button>
      <Popover
        placement="bottom end"
        className="min-w-52 rounded-md border border-edge bg-surface text-ink shadow-lift data-[entering]:animate-rise"
      >
        <AriaMenu className="max-h-80 overflow-y-auto p-1.5 outline-none">
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={item.disabled ?? false}
              onAction={item.onSelect}
              className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 outline-none data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-soft data-[focused]:bg-sunk data-[focused]:shadow-[inset_3px_0_0_var(--color-ink)] forced-colors:data-[focused]:outline-2 ${item.tone === 'danger' ? 'text-bad' : ''}`}
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
    </MenuTrigger>
  )
}

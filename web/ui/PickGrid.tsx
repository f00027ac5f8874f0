import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type PickGridProps = {
  label: string
  current: number
  /** `name` is the full text for screen readers. */
  cells: readonly { text: string; name?: string; open: boolean }[]
  onPick: (index: number) => void
}

/** Three columns of buttons with a single tab stop and arrow keys. */
export function PickGrid({ label, current, cells, onPick }: PickGridProps) {
  const [at, setAt] = useState(current)
  const box = useRef<HTMLFieldSetElement>(null)
  const columns = 3

  useEffect(() => box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])

  function move(event: KeyboardEvent) {
    const way = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -at,
      End: cells.length - 1 - at,
    }[event.key]
    if (way === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.min(cells.length - 1, Math.max(0, at + way))
    setAt(next)
    box.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <fieldset ref={box} aria-label={label} className="grid grid-cols-3 gap-1.5">
      {cells.map((cell, index) => (
        <button
          key={cell.text}
          type="button"
          aria-label={cell.name}
          aria-current={index === current ? 'date' : undefined}
          aria-disabled={!cell.open || undefined}
          tabIndex={index === at ? 0 : -1}
          onKeyDown={move}
          onClick={() => cell.open && onPick(index)}
          className="tabular min-h-12 rounded-sm border border-line hover:bg-sunk aria-disabled:cursor-not-allowed aria-disabled:text-edge aria-[current=date]:bg-ink aria-[current=date]:font-[680] aria-[current=date]:text-chalk"
        >
          {cell.text}
        </button>
      ))}
    </fieldset>
  )
}

import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { Cell } from './week.ts'

/** Milliseconds that a finger must rest before it paints. Until then it scrolls the page. */
const HOLD_MS = 250
/** Pixels that a resting finger may move. */
const STILL_PX = 8

/** The range of cells being painted or cleared. */
export type Stroke = { from: Cell; to: Cell; painted: boolean }

type Start = { cell: Cell; x: number; y: number; hold: number }

type PaintingOptions = {
  isPainted: (cell: Cell) => boolean
  onStroke: (stroke: Stroke) => void
}

/**
 * Painting with a pointer. A mouse or a pen paints at once. A finger scrolls the page unless it rests first; a tap
 * changes one cell. Cells need `data-day` and `data-row`.
 */
export function usePainting<E extends HTMLElement>({ isPainted, onStroke }: PaintingOptions) {
  const box = useRef<E>(null)
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const start = useRef<Start | null>(null)
  const isPainting = stroke !== null
  /** Whether the pointer has already handled the click that follows. */
  const dealt = useRef(false)

  // React attaches a passive listener, which cannot prevent scrolling.
  useEffect(() => {
    const grid = box.current
    if (!grid || !isPainting) return
    const keep = (event: TouchEvent) => event.preventDefault()
    grid.addEventListener('touchmove', keep, { passive: false })
    return () => grid.removeEventListener('touchmove', keep)
  }, [isPainting])

  function begin(cell: Cell): void {
    setStroke({ from: cell, to: cell, painted: !isPainted(cell) })
  }

  function give(): void {
    if (start.current) clearTimeout(start.current.hold)
    start.current = null
  }

  return {
    box,
    stroke,
    /** Accepts clicks of the keyboard (detail 0) or of a screen reader. A stroke over several cells causes no click. */
    takesClick: ({ detail }: { detail: number }) => {
      const taken = detail === 0 || !dealt.current
      dealt.current = false
      return taken
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const cell = cellAt(event)
        dealt.current = false
        if (!cell || event.button !== 0) return
        const touches = event.pointerType === 'touch'
        const hold = touches ? window.setTimeout(() => begin(cell), HOLD_MS) : 0
        start.current = { cell, x: event.clientX, y: event.clientY, hold }
        if (!touches) begin(cell)
      },
      onPointerMove: (event: PointerEvent) => {
        if (stroke) {
          const to = cellAt(event)
          if (to) setStroke({ ...stroke, to })
        } else if (start.current) {
          const { x, y } = start.current
          if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) give()
        }
      },
      onPointerUp: () => {
        if (stroke) onStroke(stroke)
        else if (start.current) {
          const { cell } = start.current
          onStroke({ from: cell, to: cell, painted: !isPainted(cell) })
        } else return
        dealt.current = true
        setStroke(null)
        give()
      },
      // The browser scrolls, or something else captured the pointer.
      onPointerCancel: () => {
        setStroke(null)
        give()
      },
    },
  }
}

/** The cell under a pointer. Touch events all target the cell where the finger came down, so this goes by position. */
function cellAt({ clientX, clientY }: PointerEvent): Cell | null {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]')
  return found ? { day: Number(found.dataset['day']), row: Number(found.dataset['row']) } : null
}

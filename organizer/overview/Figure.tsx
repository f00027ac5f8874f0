import { formatNumber } from '#/contract/locale.ts'
import type { ReactNode } from 'react'
import { Link } from '#/web/router.tsx'

/** A group of related figures on the board. */
export function FigureGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="lettering text-lg text-on-board-soft">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-2">{children}</ul>
    </section>
  )
}

type FigureProps = {
  to: string
  value: number | string
  label: string
  note?: string
  /** Highlighted unless it is zero. */
  alarm?: boolean
}

/** One figure of the board, with a link to its list. */
export function Figure({ to, value, label, note, alarm = false }: FigureProps) {
  const lit = alarm && value !== 0
  return (
    <li>
      <Link
        to={to}
        className="group flex h-full min-h-24 flex-col gap-1 rounded-sm border border-transparent bg-board-well p-4 [box-shadow:inset_0_1px_0_#0006] hover:border-live"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={`figures tabular ${typeof value === 'number' ? 'text-4xl' : 'text-2xl'} ${lit ? 'text-live' : 'text-on-board'}`}
          >
            {typeof value === 'number' ? formatNumber(value) : value}
          </span>
          <span className="lettering text-lg text-on-board underline decoration-board-line underline-offset-4 group-hover:decoration-live">
            {label}
          </span>
        </span>
        {note && <span className="text-sm text-on-board-soft">{note}</span>}
      </Link>
    </li>
  )
}

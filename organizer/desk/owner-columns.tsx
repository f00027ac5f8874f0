import type { ReactNode } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { MoveButtons } from './MoveButtons.tsx'

/** An action on a row. Screen readers read `about` after the label: ' Mixed Doubles'. */
type RowAction = { label: string; about: string; onPress: () => void }

type OwnerColumns<T, K> = {
  /** The keys of rows that can move, in order: the first ones of the list. */
  keys: readonly K[]
  /** The keys in their new order. */
  onMove: (keys: K[]) => void
  actionsOf: (row: T) => readonly RowAction[]
}

/** The columns of a named list that only owners see: its order, and its actions. */
export function ownerColumns<T extends { name: string }, K>({
  keys,
  onMove,
  actionsOf,
}: OwnerColumns<T, K>): DataColumn<T>[] {
  return [
    {
      key: 'order',
      title: 'Order',
      always: true,
      text: null,
      cell: ({ name }, index): ReactNode =>
        index < keys.length ? <MoveButtons name={name} keys={keys} index={index} onMove={onMove} /> : '–',
    },
    {
      key: 'change',
      title: 'Change',
      always: true,
      text: null,
      align: 'right',
      cell: (row) => (
        <span className="flex flex-wrap justify-end gap-2">
          {actionsOf(row).map(({ label, about, onPress }) => (
            <Button key={label} size="sm" variant="quiet" onClick={onPress}>
              {label}
              <span className="sr-only">{about}</span>
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

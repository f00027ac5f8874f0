import { Button } from '#/web/ui/Button.tsx'

type MoveButtonsProps<K> = {
  /** The name of the item in the label: 'Move Mixed Doubles up'. */
  name: string
  keys: readonly K[]
  index: number
  /** The keys in their new order. */
  onMove: (keys: K[]) => void
}

/** Moves a row of a list up or down. */
export function MoveButtons<K>({ name, keys, index, onMove }: MoveButtonsProps<K>) {
  const move = (to: number) => {
    const moved = [...keys]
    const [key] = moved.splice(index, 1)
    if (key !== undefined) onMove(moved.toSpliced(to, 0, key))
  }
  return (
    <span className="inline-flex gap-1">
      {index > 0 && (
        <Button size="sm" variant="quiet" aria-label={`Move ${name} up`} onClick={() => move(index - 1)}>
          Up
        </Button>
      )}
      {index < keys.length - 1 && (
        <Button size="sm" variant="quiet" aria-label={`Move ${name} down`} onClick={() => move(index + 1)}>
          Down
        </Button>
      )}
    </span>
  )
}

import { Fragment } from 'react'
import { paths } from '#/contract/paths.ts'
import { Link } from '#/web/router.tsx'
import { usePerson, type Who } from './people.web.ts'

const box = 'py-[0.3125rem]'

/** A name, as a link to the player's page if the reader can open it. */
export function PlayerName({ name, ...who }: Who & { name: string }) {
  const person = usePerson(who, name)
  // An element, so that a name written from right to left is isolated, and of the link's height, so that nothing moves.
  if (!person) return <span className={box}>{name}</span>
  return (
    <Link
      to={paths.player(person.id)}
      className={`${box} underline decoration-edge underline-offset-4 hover:decoration-ink`}
    >
      {name}
    </Link>
  )
}

/** The names of a side: in doubles 'Ada Moreno & Bea Lind'. */
export function PlayerNames({ of }: { of: readonly { id: number; name: string }[] }) {
  return of.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ' & '}
      <PlayerName player_id={id} name={name} />
    </Fragment>
  ))
}

/** The names of a place, of which only the text is known. */
export function EntryNames({ entry_id, names }: { entry_id: number | null; names: string }) {
  if (entry_id === null) return <span>{names}</span>
  return names.split(' & ').map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' & '}
      <PlayerName entry_id={entry_id} name={name} />
    </Fragment>
  ))
}

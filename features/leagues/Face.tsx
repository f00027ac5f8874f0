import { Avatar } from '#/web/ui/Avatar.tsx'
import { usePerson, type Who } from './people.web.ts'

/** The photo of a player in one of the reader's leagues, else the initials. */
export function Face({ name, ...who }: Who & { name: string }) {
  const person = usePerson(who, name)
  return <Avatar name={name} photo={person?.photo} />
}

/** The faces of a side: two in doubles. */
export function Faces({ of }: { of: readonly { id: number; name: string }[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {of.map(({ id, name }) => (
        <Face key={id} player_id={id} name={name} />
      ))}
    </span>
  )
}

import { listPhotos } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Avatar } from '#/web/ui/Avatar.tsx'

type FaceProps = { name: string } & ({ player_id: number } | { entry_id: number; position: 1 | 2 })

/** The photo of a player in one of the reader's leagues, else the initials. All faces of a screen are one call. */
export function Face({ name, ...who }: FaceProps) {
  const place = useRead(listPhotos, {}).data?.photos.find((each) =>
    'player_id' in who
      ? each.player_id === who.player_id
      : each.entry_id === who.entry_id && each.position === who.position,
  )
  return <Avatar name={name} photo={place?.photo} />
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

import { paths } from '#/contract/paths.ts'
import { useRead } from '#/web/api.ts'
import { BellLink } from '#/web/ui/BellLink.tsx'
import { countUnread } from '#/features/calls.gen.ts'

/** The way to the inbox, in every frame. Without an answer it has no count. */
export function Bell() {
  const { data } = useRead(countUnread, {}, { live: { topics: () => ['notifications'], says: null } })
  return <BellLink unread={data?.unread ?? 0} to={paths.notifications} />
}

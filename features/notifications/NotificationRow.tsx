import { formatDate } from '#/contract/locale.ts'
import { Face } from '#/features/leagues/Face.tsx'
import { useNamedIn } from '#/features/leagues/people.web.ts'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { Link } from '#/web/router.tsx'
import { impersonation } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { useChanged } from '#/web/ui/updates.ts'
import type { Notification } from './contract.ts'
import { useMarkRead } from './use-mark-read.web.ts'

/** One notification; opening it marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, title, text, path, at, read_at } = notification
  const changed = useChanged(notification)
  const mark = useMarkRead({ toast: null })
  const impersonates = useStored(impersonation) !== null
  const isUnread = read_at === null
  const about = useNamedIn(`${title} ${text}`)
  const read = () => mark.run({ body: { ids: [id] } })
  return (
    <li
      className={`${changed} flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-3 py-3 ${isUnread ? 'bg-surface [box-shadow:inset_4px_0_0_var(--color-ink)]' : ''}`}
    >
      {about && <Face player_id={about.id} name={about.name} />}
      <Link
        to={path}
        onClick={() => {
          if (isUnread && !impersonates) read()
        }}
        className="min-w-0 flex-1 basis-60 rounded-sm no-underline hover:underline"
      >
        <span className={`flex flex-wrap items-center gap-2 wrap-anywhere ${isUnread ? 'font-[680]' : ''}`}>
          {title}
          {isUnread && <Badge tone="live">New</Badge>}
        </span>
        <span className="mt-1 line-clamp-3 whitespace-pre-line text-sm text-ink-soft wrap-anywhere">{text}</span>
        <time dateTime={at} className="mt-1 block text-sm text-ink-soft tabular">
          {formatDate(new Date(at), { hour: 'numeric', minute: '2-digit' })}
        </time>
      </Link>
      {about && (
        <span className="text-sm">
          <PlayerName player_id={about.id} name={about.name} />
        </span>
      )}
      {isUnread && !impersonates && (
        <Button variant="quiet" size="sm" busy={mark.busy} onClick={read}>
          Mark as read<span className="sr-only">: {title}</span>
        </Button>
      )}
    </li>
  )
}

import { useAction } from '#/web/action.ts'
import { expected } from '#/web/expected.ts'
import { now } from '#/web/now.ts'
import { countUnread, listNotifications, markRead } from '#/features/calls.gen.ts'

/** Marks notifications as read, all of them without `ids`: shown at once, and taken back if the server refuses. */
export function useMarkRead(options: { toast?: null } = {}) {
  return useAction(markRead, {
    ...options,
    stale: [listNotifications, countUnread],
    expected: [
      expected(listNotifications, (page, { body }: { body?: { ids?: number[] | undefined } }) => {
        const isMarked = ({ id, read_at }: { id: number; read_at: string | null }) =>
          read_at === null && (body?.ids?.includes(id) ?? true)
        const at = now().toISOString()
        return {
          ...page,
          notifications: page.notifications.map((row) => (isMarked(row) ? { ...row, read_at: at } : row)),
          unread: unreadAfter(page.unread, body?.ids),
        }
      }),
      expected(countUnread, ({ unread }, { body }) => ({ unread: unreadAfter(unread, body?.ids) })),
    ],
  })
}

function unreadAfter(unread: number, ids: readonly number[] | undefined): number {
  return ids === undefined ? 0 : Math.max(0, unread - ids.length)
}

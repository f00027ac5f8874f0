import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { useList } from '#/web/list.ts'
import { now } from '#/web/now.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { listNotifications } from '#/features/calls.gen.ts'
import type { Notification } from './contract.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead } from './use-mark-read.web.ts'

/** The player's inbox, newest first, by day: ?show=unread. */
export default function NotificationsPage() {
  const list = useList(listNotifications, {}, { live: { topics: () => ['notifications'], says: null } })
  const { show } = list.values
  const unread = list.read.data?.unread ?? 0
  const mark = useMarkRead()
  return (
    <Screen
      title="Notifications"
      lead={unread > 0 && <p aria-live="polite">{unread} unread</p>}
      actions={
        <>
          <Button
            variant="secondary"
            busy={mark.busy}
            reason={unread === 0 ? 'Nothing is unread.' : undefined}
            onClick={() => mark.run({ body: {} })}
          >
            Mark all as read
          </Button>
          <ButtonLink variant="quiet" to={paths.notificationSettings}>
            Settings
          </ButtonLink>
        </>
      }
    >
      <TabLinks
        label="Which notifications"
        tabs={[
          { to: list.hrefOf({ show: '' }), label: 'All', current: show === 'all' },
          { to: list.hrefOf({ show: 'unread' }), label: 'Unread', current: show === 'unread' },
        ]}
      />
      <div className="pt-6">
        <PagedList
          list={list}
          loading="Loading your notifications"
          skeletonRows={6}
          empty={{
            title: 'No notifications yet',
            text: 'Scores to confirm, your next opponents and messages from your organizer will be here.',
            filtered: { text: 'You have read everything.', clear: 'Show all' },
          }}
        >
          {({ notifications }) => (
            <div className="flex flex-col gap-8">
              {daysOf(notifications).map(([day, rows]) => (
                <section key={day} aria-label={formatDayHeading(day)}>
                  <h2 className="lettering pb-2 text-lg">{formatDayHeading(day)}</h2>
                  <ul className="border-t border-line">
                    {rows.map((row) => (
                      <NotificationRow key={row.id} notification={row} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </PagedList>
      </div>
    </Screen>
  )
}

/** The rows by the reader's own calendar day, in the order in which they come. */
function daysOf(rows: readonly Notification[]): [day: string, rows: Notification[]][] {
  return [...Map.groupBy(rows, ({ at }) => dayOf(new Date(at)))]
}

function dayOf(instant: Date): string {
  const part = (number: number) => String(number).padStart(2, '0')
  return `${instant.getFullYear()}/${part(instant.getMonth() + 1)}/${part(instant.getDate())}`
}

function formatDayHeading(day: string): string {
  const today = now()
  if (day === dayOf(today)) return 'Today'
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return day === dayOf(yesterday) ? 'Yesterday' : formatDay(day)
}

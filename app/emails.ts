import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { EmailWriter } from '#/server/feature.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { features, merge } from './features.ts'

const writers: { [K in NotificationKind]: EmailWriter<K> } = merge(
  features.flatMap((feature) => ('emails' in feature ? [feature.emails] : [])),
)

/** Writes the email of a notification. Returns null if there is nothing left to say. */
export function writeNotification<K extends NotificationKind>(
  app: App,
  kind: K,
  about: Notifications[K],
): Promise<Words | null> {
  return writers[kind](app, about)
}

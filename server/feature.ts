import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { App } from './context.ts'
import type { Db } from './db.ts'
import type { Notifications } from './notifications.ts'
import type { Words } from './outside/email-layout.ts'
import type { JobName, Jobs } from './queue.ts'
import type { Route } from './serve.ts'

/** Does one job. It may run twice: after a crash it starts again. */
export type JobWork<N extends JobName> = (app: App, payload: Jobs[N], log: FastifyBaseLogger) => Promise<void>

/** Writes one kind of notification as its email reads. Returns null if there is nothing left to say. */
export type EmailWriter<K extends NotificationKind> = (app: App, about: Notifications[K]) => Promise<Words | null>

/** The server side of a folder in features/ or organizer/. `app/features.ts` lists them all, and nothing else imports one. */
export type Feature = {
  routes?: readonly Route[]
  /** Adds addresses below /api that are not calls: pictures, and links in emails. */
  serveApi?: (api: FastifyInstance, app: App) => void
  /** Adds addresses outside /api: calendar feeds, embedded pages, robots.txt, security.txt. */
  servePages?: (server: FastifyInstance, app: App) => void
  jobs?: { [N in JobName]?: JobWork<N> }
  emails?: { [K in NotificationKind]?: EmailWriter<K> }
  /** Deletes rows that are no longer needed. Runs once a day. */
  deleteExpired?: (db: Db, now: Date) => Promise<void>
}

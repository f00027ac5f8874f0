import type { Admission } from './admission.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Health } from './health.ts'
import type { Line } from './line.ts'
import type { Limits } from './limits.ts'
import type { LiveStreams } from './live.ts'
import type { Clock } from './outside/clock.ts'
import type { Mail } from './outside/mail.ts'
import type { Payments } from './outside/payments.ts'
import type { Photos } from './outside/photos.ts'
import type { PublicHttp } from './outside/public-http.ts'
import type { Push } from './outside/push.ts'
import type { Replica } from './replica.ts'
import type { SecretBox } from './secret-box.ts'
import type { Sessions } from './session.ts'
import type { Social } from './outside/social.ts'

/** The app's parts, made once by main.ts and by the tests, handed to every handler. */
export type App = {
  config: Config
  db: Db
  /** Null if there is none: all reads go to `db`. */
  replica: Replica | null
  clock: Clock
  payments: Payments
  mail: Mail
  push: Push
  /** Posts to the addresses of webhooks. */
  publicHttp: PublicHttp
  photos: Photos
  /** Null if no provider is configured. */
  social: Social | null
  limits: Limits
  sessions: Sessions
  secrets: SecretBox
  live: LiveStreams
  health: Health
  admission: Admission
  /** The line of those who buy a place, or join a wait-list. */
  saleLine: Line
  /** Opens the mailbox at /dev/mailbox. Null in production, which has none. */
  dev_token: string | null
}

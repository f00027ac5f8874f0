import { notificationKinds, canStopEmail, type NotificationKind } from '#/contract/notification-kinds.ts'
import { paths } from '#/contract/paths.ts'
import type { App } from '#/server/context.ts'
import type { Unsubscribe } from '#/server/outside/email-layout.ts'
import type { SecretBox } from '#/server/secret-box.ts'

/** The emails that an unsubscribe link turns off: those of one kind, or of every kind in the daily digest. */
export type Stoppable = NotificationKind | 'digest'
export type UnsubscribeLink = { player_id: number; kind: Stoppable }

const context = 'unsubscribe'

/** The token is encrypted, not stored: it never expires and cannot be forged. */
export function unsubscribeOf({ config, secrets }: App, { player_id, kind }: UnsubscribeLink): Unsubscribe {
  const token = secrets.seal(Buffer.from(`${player_id} ${kind}`), context).toString('base64url')
  return {
    url: `${config.site}/api/public/unsubscribe?token=${token}`,
    page: config.site + paths.unsubscribe(token),
    kind: titleOf(kind),
  }
}

/** Reads the player and the emails of an unsubscribe link. Null if the token is invalid. */
export function readUnsubscribeToken(secrets: SecretBox, token: string): UnsubscribeLink | null {
  const text = openToken(secrets, token) ?? (secrets.previous && openToken(secrets.previous, token))
  const [, player_id, kind = ''] = /^(\d+) (\w+)$/.exec(text ?? '') ?? []
  return player_id !== undefined && isStoppable(kind) ? { player_id: Number(player_id), kind } : null
}

function openToken(secrets: Omit<SecretBox, 'previous'>, token: string): string | null {
  try {
    return secrets.open(Buffer.from(token, 'base64url'), context).toString()
  } catch {
    // The token was made with another key, or is not a token.
    return null
  }
}

function isStoppable(kind: string): kind is Stoppable {
  return kind === 'digest' || (Object.hasOwn(notificationKinds, kind) && canStopEmail(kind as NotificationKind))
}

export function titleOf(kind: Stoppable): string {
  return kind === 'digest' ? 'The daily digest' : notificationKinds[kind].title
}

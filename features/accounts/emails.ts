import type { App } from '#/server/context.ts'
import { addressTo, type Words, SECURITY_STOP } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { countMailTokens, insertAccountToken } from './mail-tokens.ts'
import { findAddressee, findCredentials, findUser } from './queries.ts'
import { organization } from '#/contract/organization.ts'

/**
 * Asks a new player to confirm the email. Omits the name: the person who signed up chose it, perhaps with a stranger's
 * email.
 */
export async function verifyEmail(app: App, { player_id }: { player_id: number }): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player || player.email_verified) return null
  const token = await insertAccountToken(
    app.db,
    { purpose: 'verify_email', player_id, email: player.email },
    app.clock.now(),
  )
  if (token === null) return null
  return {
    to: { name: '', email: player.email },
    subject: `Confirm your email for ${organization().name}`,
    paragraphs: [
      `Someone opened a ${organization().name} account with this email. Please confirm that it is yours, so that we can send you scores and schedules.`,
      'The link expires in seven days. It asks for the password of the account. If somebody else signed up with your email, you choose your own password there, they are signed out, and the profile that they filled in is emptied.',
    ],
    action: { label: 'Confirm my email', url: app.config.site + paths.verifyEmail(token) },
    reason: `You are receiving this because someone signed up at ${organization().name} with your email.`,
    stop: 'If that was not you, you can ignore this email.',
  }
}

/** Links to a new password that are emailed to one address in an hour without a pause. */
const RESETS_PER_HOUR = 5
/** Minutes between further ones. Anybody can ask for them, and the last one still works. */
const RESET_PAUSE_MINUTES = 10

/**
 * Helps a player who lost the password back into the account. Nothing is sent if no account has the email, or if many
 * links to it work already.
 */
export async function resetPassword(app: App, { email }: { email: string }): Promise<Words | null> {
  const known = await findCredentials(app.db, email)
  const player = known && (await findAddressee(app.db, known.id))
  if (!player) return null
  const madeWithin = (minutes: number) =>
    countMailTokens(app.db, player.id, 'reset_password', new Date(app.clock.now().getTime() - minutes * 60_000))
  if ((await madeWithin(60)) >= RESETS_PER_HOUR && (await madeWithin(RESET_PAUSE_MINUTES)) > 0) return null
  const token = await insertAccountToken(
    app.db,
    { purpose: 'reset_password', player_id: player.id, email: player.email },
    app.clock.now(),
  )
  if (token === null) return null
  return {
    ...addressTo(player),
    subject: `Choose a new ${organization().name} password`,
    paragraphs: [
      `Someone asked for a new password for your ${organization().name} account. The link works once and expires in one hour.`,
    ],
    action: { label: 'Choose a new password', url: app.config.site + paths.resetPassword(token) },
    reason: 'You are receiving this because someone asked for a new password with your email.',
    stop: 'If that was not you, you can ignore this email. Your password has not changed.',
  }
}

/**
 * Sends a player whose account was opened by a purchase or an organizer the link to choose a password. Names the area
 * in the profile, because using the link keeps the profile.
 */
export async function setPassword(app: App, { player_id }: { player_id: number }): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  const { location } = await findUser(app.db, player_id)
  const token = await insertAccountToken(
    app.db,
    { purpose: 'set_password', player_id, email: player.email },
    app.clock.now(),
  )
  if (token === null) return null
  return {
    ...addressTo(player),
    subject: `Choose your ${organization().name} password`,
    paragraphs: [
      `You are in the league, and your ${organization().name} account is ready. Choose a password to sign in, arrange matches, report scores and follow the standings.`,
      ...(location === null
        ? []
        : [
            `Your profile says that you play in ${location}, so the organizers there can see it and help you with your account. You can change that in the settings.`,
          ]),
      'The link works once and expires in seven days. After that, use “Forgot password?” on the sign-in page.',
    ],
    action: { label: 'Choose a password', url: app.config.site + paths.resetPassword(token) },
    reason: `You are receiving this because you joined a league at ${organization().name}.`,
    stop: 'If you did not want to join, do not open the link. This email is sent only once.',
  }
}

/** Notifies the account's owner that the password was changed. */
export async function passwordChanged(app: App, { player_id }: { player_id: number }): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  const { passkeys } = await app.db
    .selectFrom('passkeys')
    .select((of) => of.fn.countAll<number>().as('passkeys'))
    .where('player_id', '=', player_id)
    .executeTakeFirstOrThrow()
  return {
    ...addressTo(player),
    subject: `Your ${organization().name} password was changed`,
    paragraphs: [
      `The password of your ${organization().name} account was changed, and the devices that were signed in with the old one are signed out. After a reset, API keys and the address of your calendar have ended too.`,
      ...(passkeys === 0
        ? []
        : ['Your passkeys still sign in. Look at them in the settings, and remove any that you do not know.']),
      'If that was you, you do not need to do anything. If not, choose a new password now.',
    ],
    action: { label: 'Reset my password', url: app.config.site + paths.forgotPassword },
    reason: 'You are receiving this because the password of your account changed.',
    stop: SECURITY_STOP,
  }
}

/** Asks the owner of a verified account whether a provider may sign in to it. */
export async function linkIdentity(
  app: App,
  { player_id, provider, issuer, subject }: { player_id: number; provider: string; issuer: string; subject: string },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  const token = await insertAccountToken(
    app.db,
    { purpose: 'link_identity', player_id, email: player.email, issuer, subject },
    app.clock.now(),
  )
  if (token === null) return null
  return {
    ...addressTo(player),
    subject: `Connect ${provider} to your ${organization().name} account`,
    paragraphs: [
      `Someone signed in with ${provider} and this email. Your ${organization().name} account has the same email. If that was you, connect the two, and you can sign in either way.`,
      'Your other devices are then signed out. The link works once and expires in one hour.',
    ],
    action: { label: `Connect ${provider}`, url: app.config.site + paths.linkIdentity(token) },
    reason: `You are receiving this because someone signed in with ${provider} and your email.`,
    stop: `If that was not you, do not open the link. Nothing has changed here, but check your ${provider} account.`,
  }
}

/** Notifies the account's owner that a provider can now sign in to it. */
export async function identityLinked(
  app: App,
  { player_id, provider, ended_claims }: { player_id: number; provider: string; ended_claims: boolean },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo(player),
    subject: `You can sign in to ${organization().name} with ${provider}`,
    paragraphs: [
      `Your ${organization().name} account is now connected to the ${provider} account with this email.`,
      ended_claims
        ? 'Nobody had confirmed this email before. So a password that was chosen earlier no longer works, every device is signed out, an order that was not paid is closed, and the profile is empty until you fill it in. To sign in with a password too, choose one now.'
        : 'Your password still works, and your other devices are signed out.',
      `If that was not you, secure your ${provider} account and choose a new password here.`,
    ],
    action: { label: 'Choose a new password', url: app.config.site + paths.forgotPassword },
    reason: 'You are receiving this because a way to sign in to your account changed.',
    stop: SECURITY_STOP,
  }
}

import { formatList } from '#/contract/locale.ts'
import { sql } from 'kysely'
import { areaName } from '#/contract/areas.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, isPlainName, type Words, SECURITY_STOP } from '#/server/outside/email-layout.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'

type PermissionChange = { player_id: number; by_id: number }

/** Notifies a person of their new permissions. */
export async function permissionsChanged(app: App, { player_id, by_id }: PermissionChange): Promise<Words | null> {
  const [player, by] = await Promise.all([findAddressee(app.db, player_id), nameOf(app, by_id)])
  if (!player) return null
  const { rows } = await sql<{ role: string; areas: string[] }>`
    select p.role, array(select area from organizer_areas mine where mine.player_id = p.id order by area) as areas
    from players p where p.id = ${player_id}`.execute(app.db)
  const { role = 'player', areas = [] } = rows[0] ?? {}
  const where = formatList(areas.map(areaName))
  const runs = role !== 'player'
  return {
    ...addressTo(player),
    subject: runs ? `You run leagues at ${organization().name}` : `You no longer run leagues at ${organization().name}`,
    paragraphs: !runs
      ? [`${by} has removed your organizer permissions. You can still play as before.`]
      : [
          role === 'owner'
            ? `${by} has made you an owner. You run every league and choose the other organizers.`
            : `${by} has made you the organizer of ${where}.`,
          "The organizer's desk is in the menu of your account. Please add a passkey or set up your phone there first, as a second factor, because your account can now issue refunds.",
        ],
    action: runs
      ? { label: 'Open the desk', url: app.config.site + deskPaths.overview }
      : { label: `Open ${organization().name}`, url: app.config.site + paths.profile },
    reason: 'You are receiving this because the permissions of your account changed.',
    stop: SECURITY_STOP,
  }
}

/** Notifies an organizer that an owner has removed the phone from the account. */
export async function phoneReset(app: App, { player_id, by_id }: PermissionChange): Promise<Words | null> {
  const [player, by] = await Promise.all([findAddressee(app.db, player_id), nameOf(app, by_id)])
  if (!player) return null
  return {
    ...addressTo(player),
    subject: 'Your second factor was reset',
    paragraphs: [
      `${by} has removed the lost phone and the passkeys from your account, and you are signed out everywhere.`,
      'Sign in with your password and add a passkey or a phone on the desk, under Security. If you did not ask for this, write to us right away.',
    ],
    action: { label: 'Sign in', url: app.config.site + paths.signIn },
    reason: 'You are receiving this because the second factor of your account changed.',
    stop: SECURITY_STOP,
  }
}

/** Notifies an organizer that a phone was enrolled or removed, in case somebody else used their password. */
export async function secondFactorChanged(
  app: App,
  { player_id, enrolled }: { player_id: number; enrolled: boolean },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo(player),
    subject: enrolled ? 'A phone is enrolled as your second factor' : 'Your second factor was removed',
    paragraphs: [
      enrolled
        ? "From now on, the organizer's desk asks for a code from this phone after each sign-in. Keep the recovery codes somewhere other than on the phone."
        : "Without a passkey, the organizer's desk is now protected by your password only. Please enroll a phone again soon.",
      'If this was not you, change your password and write to us right away.',
    ],
    action: { label: 'Open Security', url: app.config.site + deskPaths.security },
    reason: 'You are receiving this because the second factor of your account changed.',
    stop: SECURITY_STOP,
  }
}

async function nameOf(app: App, id: number): Promise<string> {
  const by = await findAddressee(app.db, id)
  return by && isPlainName(by.name) ? by.name : 'An owner'
}

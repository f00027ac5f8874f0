import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatSettlement } from '#/features/arranging/settlement-format.ts'
import { NOTICE_DAYS } from '#/rules/effort.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { findEmailedSettlement, type EmailedSettlement } from './queries.ts'

type About = { settlement_id: number; player_id: number }

/**
 * Notifies a player of the outcome that will be applied to an unplayed match. Null once it has been applied or
 * withdrawn.
 */
export async function settlementProposed(app: App, { settlement_id, player_id }: About): Promise<Words | null> {
  const [player, about] = await readBoth(app, { settlement_id, player_id })
  if (!player || !about || about.settled || about.undone || about.objected) return null
  return {
    ...addressTo(player),
    subject: 'Your match was not played: what happens next',
    paragraphs: [
      `The deadline for ${titleOf(about)} has passed without a score. In ${NOTICE_DAYS} days it becomes ${outcomeOf(about)}`,
      about.reasons.join(' '),
      'If that is not right, object on the match’s page: then an organizer decides. If you have played, report the score.',
    ],
    action: { label: 'See the record, or object', url: app.config.site + paths.match(about.match_id) },
    reason: 'You are receiving this because the deadline for one of your matches has passed.',
    stop: 'One email is sent for each match.',
  }
}

/** Notifies a player how an unplayed match was settled, or that this was undone. */
export async function matchSettled(app: App, { settlement_id, player_id }: About): Promise<Words | null> {
  const [player, about] = await readBoth(app, { settlement_id, player_id })
  if (!player || !about) return null
  const action = { label: 'See the match', url: app.config.site + paths.match(about.match_id) }
  if (about.undone)
    return {
      ...addressTo(player),
      subject: 'A decision about your match was undone',
      paragraphs: [`An organizer has undone the decision about ${titleOf(about)}. The match is open again.`],
      action,
      reason: 'You are receiving this because one of your matches was not played.',
      stop: 'One email is sent for each change.',
    }
  return {
    ...addressTo(player),
    subject:
      about.outcome === 'extended'
        ? 'Your match has more time'
        : about.outcome === 'not_played'
          ? 'Your match counts as not played'
          : 'A walkover has been awarded',
    paragraphs: [
      `The deadline for ${titleOf(about)} has passed without a score. It is now ${outcomeOf(about)}`,
      about.reasons.join(' '),
      ...(about.reason === '' ? [] : [`The organizer's reason: “${about.reason}”`]),
      ...(about.outcome === 'extended'
        ? [`Offer times now: play by ${formatDay(wireDay(about.extends_to ?? ''))}.`]
        : ['If this is wrong, write to the organizer, who can undo it.']),
    ],
    action: about.outcome === 'extended' ? { ...action, label: 'Offer times' } : action,
    reason: 'You are receiving this because one of your matches was not played.',
    stop: 'One email is sent for each change.',
  }
}

function readBoth(app: App, { settlement_id, player_id }: About) {
  return Promise.all([findAddressee(app.db, player_id), findEmailedSettlement(app.db, settlement_id)])
}

function titleOf({ name_one, name_two, division_name, season, year }: EmailedSettlement): string {
  return `the match ${name_one} against ${name_two} in ${division_name}, ${season} ${year}`
}

function outcomeOf({ outcome, name_one, name_two, extends_to }: EmailedSettlement): string {
  return formatSettlement(outcome, { 1: name_one, 2: name_two }, extends_to)
}

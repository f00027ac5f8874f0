import type { Received } from '#/contract/endpoint.ts'
import { formatNumber, formatList } from '#/contract/locale.ts'
import { planLevels } from '#/rules/level-list.ts'
import type { Level } from '#/rules/levels.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { listLevels, readOrganization } from '#/server/organization.ts'
import { constraintOf, refuse } from '#/server/refuse.ts'
import type { OrganizerLevels, saveLevels as call } from './contract.ts'
import { findOrganizerLevels, listUsed, lockLevels, storeLevels, versionOf, type UsedLevel } from './queries.ts'

/**
 * Changes the levels. Refuses duplicate names and keys by field, conflict if somebody else has changed them in the
 * meantime, and level_in_use if a removed level belongs to a division or player.
 */
export async function saveLevels(
  actor: Actor,
  { levels: entered, version }: Received<typeof call>['body'],
): Promise<OrganizerLevels> {
  const planned = planLevels(entered)
  if ('problems' in planned) refuse('invalid', { fields: planned.problems })
  const saved = runAction(actor, async ({ tx, audit }) => {
    await lockLevels(tx)
    const before = await listLevels(tx)
    if (version !== undefined && version !== versionOf(before)) refuse('conflict')
    const { levels: after } = planned
    if (versionOf(before) !== versionOf(after)) {
      const removed = before.filter(({ key }) => after.every((level) => level.key !== key))
      const used = await listUsed(
        tx,
        removed.map(({ key }) => key),
      )
      if (used.length > 0) refuseUsed(used)
      await storeLevels(tx, after)
      await audit<{ levels: string[] }>({
        area: null,
        kind: 'change_levels',
        subject: 'levels',
        summary: 'Changed the levels',
        before: { levels: before.map(toAudited) },
        after: { levels: after.map(toAudited) },
      })
    }
    return findOrganizerLevels(tx)
  }).catch((error: unknown) => {
    // Somebody has chosen the level since the check.
    if (isStillUsed(error)) refuse('level_in_use')
    throw error
  })
  const answer = await saved
  await readOrganization(actor.app)
  return answer
}

function isStillUsed(error: unknown): boolean {
  return ['players_singles_level_known', 'divisions_level_known'].includes(constraintOf(error) ?? '')
}

function refuseUsed(used: readonly UsedLevel[]): never {
  const sentences = used.map(({ name, divisions, players, more_players }) => {
    const counted = `${more_players ? 'more than ' : ''}${formatNumber(players)} ${players === 1 ? 'player' : 'players'}`
    return `${name} cannot be removed: it is the level of ${formatList([...divisions, ...(players > 0 ? [counted] : [])])}.`
  })
  refuse('level_in_use', {
    message: sentences.join(' '),
    state: { levels: used.map(({ key, name, divisions, players }) => ({ key, name, divisions, players })) },
  })
}

/** '3.0', or 'Club (3.0)' if the name differs from the key. */
function toAudited({ key, name }: Level): string {
  return key === name ? name : `${name} (${key})`
}

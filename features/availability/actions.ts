import { mergeAway, mergeHours } from '#/rules/availability.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { replaceAvailability, type Availability } from './queries.ts'

/** Replaces the player's availability. Returns it as stored. */
export function setAvailability(actor: Actor, { weekly, away }: Availability): Promise<Availability> {
  const merged = { weekly: mergeHours(weekly), away: mergeAway(away) }
  return runAction(actor, async ({ tx, player }) => {
    await replaceAvailability(tx, player.id, merged)
    return merged
  })
}

import { randomBytes } from 'node:crypto'
import { findUser } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { hashOf, newRecoveryCode, secretForPhone, spendCode, spendRecoveryCode } from './second-factor.ts'
import {
  deleteSecondFactor,
  insertRecoveryCodes,
  insertSecret,
  lockSecondFactor,
  setSecondFactorGiven,
} from './queries.ts'

/** Stores a new secret, which takes effect once a code confirms it. Returns it for the phone. Refuses second_factor_kept. */
export function startSecondFactor(actor: Actor): Promise<{ secret: string; uri: string }> {
  return runAction(actor, async ({ app, tx, player }) => {
    const secret = randomBytes(20)
    await insertSecret(tx, app.secrets, player.id, secret)
    const factor = await lockSecondFactor(tx, app.secrets, player.id)
    if (!factor || factor.enrolled_at !== null) refuse('second_factor_kept')
    return secretForPhone(secret, (await findUser(tx, player.id)).email)
  })
}

/** Enrolls the phone by its first code and emails the organizer. Returns ten recovery codes. Refuses second_factor_kept and a wrong code (422). */
export async function confirmSecondFactor(actor: Actor<SignedIn>, { code }: { code: string }): Promise<string[]> {
  await actor.app.limits.spend('password_check', actor.player.id)
  return runAction(actor, async ({ app, tx, notify, player, now }) => {
    const factor = await lockSecondFactor(tx, app.secrets, player.id)
    if (!factor || factor.enrolled_at !== null) refuse('second_factor_kept')
    if (!(await spendCode(tx, player.id, factor, code, now))) refuseCode()
    await tx.updateTable('second_factors').set({ enrolled_at: now }).where('player_id', '=', player.id).execute()
    await setSecondFactorGiven(tx, player.token_hash, now)
    const codes = Array.from({ length: 10 }, newRecoveryCode)
    await insertRecoveryCodes(tx, player.id, codes.map(hashOf))
    await notify('second_factor_changed', { player_id: player.id, enrolled: true })
    return codes
  })
}

/** Opens the desk to a session, given a code of the phone or a recovery code. Each works once. Refuses not_allowed and a wrong code (422). */
export async function giveSecondFactor(actor: Actor<SignedIn>, { code }: { code: string }): Promise<void> {
  if (actor.player.role === 'player' || actor.player.impersonated_by_id !== null) refuse('not_allowed')
  await actor.app.limits.spend('password_check', actor.player.id)
  await runAction(actor, async ({ app, tx, player, now }) => {
    const factor = await lockSecondFactor(tx, app.secrets, player.id)
    if (!factor || factor.enrolled_at === null) {
      // A passkey is the only second factor.
      if (player.second_factor_due) refuseCode()
      return
    }
    const accepted =
      (await spendCode(tx, player.id, factor, code, now)) || (await spendRecoveryCode(tx, player.id, code, now))
    if (!accepted) refuseCode()
    await setSecondFactorGiven(tx, player.token_hash, now)
  })
}

/** Removes the phone of the actor's own account. Does nothing if none is enrolled. */
export function endSecondFactor(actor: Actor): Promise<void> {
  return runAction(actor, async ({ tx, audit, notify, player }) => {
    if (!(await deleteSecondFactor(tx, player.id))) return
    await audit({
      area: null,
      kind: 'second_factor',
      subject: `player ${player.id}`,
      summary: 'Removed their own second factor',
    })
    await notify('second_factor_changed', { player_id: player.id, enrolled: false })
  })
}

function refuseCode(): never {
  refuse('invalid', {
    fields: { code: 'This code is wrong or has been used. Wait for the next one and try again.' },
  })
}

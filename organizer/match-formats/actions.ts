import { composedKey, type ComposedFormat } from '#/rules/sports/composed.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { constraintOf, refuse } from '#/server/refuse.ts'
import type { MatchFormatForm } from './contract.ts'
import { lockFormat, type StoredFormat } from './queries.ts'

type Made = { id: number; format: ComposedFormat }

/** Adds a composed format. Refuses a name or a composition that another offered format has, by field. */
export function addFormat(actor: Actor, { composition, ...labels }: MatchFormatForm): Promise<Made> {
  const format = composedKey(composition)
  return refuseTaken(
    runAction(actor, async ({ tx, audit, now }) => {
      const { id } = await tx
        .insertInto('match_formats')
        .values({ ...labels, format, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit<StoredFormat>({
        area: null,
        kind: 'create_match_format',
        subject: `match format ${id}`,
        summary: `Composed the match format ${labels.name}`,
        after: { ...labels, format },
      })
      return { id, format }
    }),
  )
}

/**
 * Renames a format, or replaces it with a new version if its composition changes. Returns the version that is then
 * offered. Refuses `not_found`, `format_not_offered`, and as `addFormat`.
 */
export function changeFormat(
  actor: Actor,
  { id, composition, ...labels }: MatchFormatForm & { id: number },
): Promise<Made> {
  const format = composedKey(composition)
  return refuseTaken(
    runAction(actor, async ({ tx, audit, now }) => {
      const { stored: before, version, state } = await lockFormat(tx, id)
      if (state !== 'offered') refuse('format_not_offered')
      const isSame = before.format === format
      await tx
        .updateTable('match_formats')
        .set(isSame ? labels : { retired_at: now })
        .where('id', '=', id)
        .execute()
      const next = isSame
        ? { id }
        : await tx
            .insertInto('match_formats')
            .values({ ...labels, format, version: version + 1, replaces_id: id, created_at: now })
            .returning('id')
            .executeTakeFirstOrThrow()
      await audit<StoredFormat>({
        area: null,
        kind: 'change_match_format',
        subject: `match format ${next.id}`,
        summary: isSame
          ? `Renamed the match format ${labels.name}`
          : `Made version ${version + 1} of the match format ${labels.name}`,
        before,
        after: { ...labels, format },
      })
      return { id: next.id, format }
    }),
  )
}

/** Retires a format, or offers it again. Returns its name. Idempotent. Refuses `not_found` and `format_not_offered`. */
export function retireFormat(actor: Actor, { id, retired }: { id: number; retired: boolean }): Promise<string> {
  return refuseTaken(
    runAction(actor, async ({ tx, audit, now }) => {
      const { stored, state } = await lockFormat(tx, id)
      if (state === 'replaced') refuse('format_not_offered')
      if (retired === (state === 'retired')) return stored.name
      await tx
        .updateTable('match_formats')
        .set({ retired_at: retired ? now : null })
        .where('id', '=', id)
        .execute()
      await audit<{ retired: boolean }>({
        area: null,
        kind: retired ? 'retire_match_format' : 'restore_match_format',
        subject: `match format ${id}`,
        summary: `${retired ? 'Retired' : 'Restored'} the match format ${stored.name}`,
        before: { retired: !retired },
        after: { retired },
      })
      return stored.name
    }),
  )
}

function refuseTaken<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === 'match_formats_name_once')
      refuse('invalid', { fields: { name: 'There is already a format with this name.' } })
    if (constraint === 'match_formats_format_once')
      refuse('invalid', { fields: { composition: 'There is already a format that is played like this.' } })
    throw error
  })
}

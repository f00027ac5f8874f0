import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_VIEWS, type saveView } from './contract.ts'

/** Saves a view, or replaces the one with its name. Refuses `invalid` if the list has too many. */
export function storeView(
  actor: Actor<SignedIn>,
  { list, name, query }: Call<typeof saveView>['body'],
): Promise<{ id: number; message: string }> {
  return runAction(actor, async ({ tx, player, now }) => {
    // The account is locked, so that two requests at once do not pass the limit.
    await tx.selectFrom('players').select('id').where('id', '=', player.id).forNoKeyUpdate().execute()
    const views = await tx
      .selectFrom('organizer_views')
      .select('name')
      .where('player_id', '=', player.id)
      .where('list', '=', list)
      .execute()
    if (views.length >= MOST_VIEWS && !views.some((view) => view.name === name))
      refuse('invalid', { fields: { name: `A list can have ${MOST_VIEWS} views. Please delete one first.` } })
    const { id } = await tx
      .insertInto('organizer_views')
      .values({ player_id: player.id, list, name, query, created_at: now })
      .onConflict((conflict) => conflict.constraint('organizer_views_name_once').doUpdateSet({ query }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, message: `Saved as “${name}”.` }
  })
}

/** Deletes a view of the actor. Refuses `not_found`. */
export function removeView(actor: Actor<SignedIn>, id: number): Promise<{ message: string }> {
  return runAction(actor, async ({ tx, player }) => {
    const view = await tx
      .deleteFrom('organizer_views')
      .where('id', '=', id)
      .where('player_id', '=', player.id)
      .returning('name')
      .executeTakeFirst()
    if (!view) refuse('not_found')
    return { message: `The view “${view.name}” is deleted.` }
  })
}

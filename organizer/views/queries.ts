import type { Db } from '#/server/db.ts'
import type { DeskListName, SavedView } from './contract.ts'

export async function listViewsOf(db: Db, player_id: number): Promise<SavedView[]> {
  const views = await db
    .selectFrom('organizer_views')
    .select(['id', 'list', 'name', 'query', 'created_at'])
    .$narrowType<{ list: DeskListName }>()
    .where('player_id', '=', player_id)
    .orderBy('list')
    .orderBy('name')
    .execute()
  return views.map((view) => ({ ...view, created_at: view.created_at.toISOString() }))
}

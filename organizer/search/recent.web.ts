import { RECENT_KEY } from '#/web/device-data.ts'
import { createStore } from '#/web/store.ts'
import type { SearchItem } from './contract.ts'

/** The most items that are kept. */
const MOST_KEPT = 8

type Recent = { organizer_id: number; items: readonly SearchItem[] }

/** The items that an organizer last opened by the search, newest first. Signing out deletes it (web/session.ts). */
const recent = createStore<Recent | null>(RECENT_KEY, (stored) => {
  if (typeof stored !== 'object' || stored === null) return null
  const { organizer_id, items } = stored as Partial<Recent>
  return typeof organizer_id === 'number' && Array.isArray(items) ? { organizer_id, items: items.filter(isItem) } : null
})

function isItem(item: unknown): item is SearchItem {
  if (typeof item !== 'object' || item === null) return false
  const { id, title, detail, path } = item as Record<string, unknown>
  return [id, title, detail, path].every((value) => typeof value === 'string') && String(path).startsWith('/organizer')
}

/** The recent items of this organizer. */
export function listRecent(organizer_id: number): readonly SearchItem[] {
  const kept = recent.get()
  return kept?.organizer_id === organizer_id ? kept.items : []
}

/** Puts an item first. */
export function keepRecent(organizer_id: number, item: SearchItem): void {
  const others = listRecent(organizer_id).filter(({ path }) => path !== item.path)
  recent.set({ organizer_id, items: [item, ...others].slice(0, MOST_KEPT) })
}

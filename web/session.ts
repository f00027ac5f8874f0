import { createStore } from './store.ts'

/** The bearer token of this browser's session; null: signed out. Only a 401 or signing out removes it. */
export const token = createStore<string | null>('deuce.token', (kept) => (typeof kept === 'string' ? kept : null))

import { createStore } from './store.ts'

/** What the buyer has chosen: divisions of one season. Prices are the server's to say; these are for showing. */
export type Cart = {
  league_slug: string
  league_name: string
  cart: { id: number; slug: string; name: string; image: string; price: number; season_count: 1 }[]
}

const empty: Cart = { league_slug: '', league_name: '', cart: [] }

export const cart = createStore<Cart>('deuce.cart', (kept) => (isCart(kept) ? kept : empty))

function isCart(kept: unknown): kept is Cart {
  return typeof kept === 'object' && kept !== null && 'cart' in kept && Array.isArray(kept.cart) && 'league_slug' in kept && 'league_name' in kept
}

/** Adds a division once; one of another season replaces the cart (the screen has asked). */
export function addToCart(season: { slug: string; name: string }, item: Cart['cart'][number]): void {
  const current = cart.get()
  const kept = current.league_slug === season.slug ? current.cart.filter((other) => other.id !== item.id) : []
  cart.set({ league_slug: season.slug, league_name: season.name, cart: [...kept, item] })
}

export function removeFromCart(id: number): void {
  const current = cart.get()
  const left = current.cart.filter((item) => item.id !== id)
  cart.set(left.length === 0 ? empty : { ...current, cart: left })
}

export function clearCart(): void {
  cart.set(empty)
}

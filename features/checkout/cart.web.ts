import { createStore, useStored } from '#/web/store.ts'

/** What the buyer has chosen: divisions of one season. Prices are the server's to say; these are for showing. */
export type Cart = {
  league_slug: string
  league_name: string
  /** Which edition; a cart of last year must not buy this year's season unasked. */
  year: number
  cart: { id: number; slug: string; name: string; image: string; price: number; season_count: 1 }[]
}

const empty: Cart = { league_slug: '', league_name: '', year: 0, cart: [] }

export const cart = createStore<Cart>('deuce.cart', (value) => (isCart(value) ? value : empty))

// By hand: every screen of the signed-in area shows the cart, and no other schema.
function isCart(value: unknown): value is Cart {
  const { league_slug, league_name, year, cart: items } = (value ?? {}) as Record<keyof Cart, unknown>
  return areTexts(league_slug, league_name) && Number.isSafeInteger(year) && Array.isArray(items) && items.every(isItem)
}

function isItem(value: unknown): boolean {
  const { id, slug, name, image, price, season_count } = (value ?? {}) as Record<keyof Cart['cart'][number], unknown>
  return areTexts(slug, name, image) && Number.isFinite(id) && Number.isFinite(price) && season_count === 1
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}

/** The cart in a screen. */
export function useCart(): Cart {
  return useStored(cart)
}

/** Adds a division once; one of another season replaces the cart (the screen has confirmed it). */
export function addToCart(season: { slug: string; name: string; year: number }, item: Cart['cart'][number]): void {
  const others = isCartOf(season) ? cart.get().cart.filter((other) => other.id !== item.id) : []
  cart.set({ league_slug: season.slug, league_name: season.name, year: season.year, cart: [...others, item] })
}

/** Whether the cart holds divisions of that season. */
export function isCartOf(season: { slug: string; year: number }, { league_slug, year } = cart.get()): boolean {
  return league_slug === season.slug && year === season.year
}

export function removeFromCart(id: number): void {
  const current = cart.get()
  const left = current.cart.filter((item) => item.id !== id)
  cart.set(left.length === 0 ? empty : { ...current, cart: left })
}

export function clearCart(): void {
  cart.set(empty)
}

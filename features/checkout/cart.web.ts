import { createStore, useStored } from '#/web/store.ts'

/** The buyer's choice: divisions of one season. Prices are for display only; the server sets them. */
export type Cart = {
  league_slug: string
  league_name: string
  /** The edition: a cart from last year must not buy this year's season. */
  year: number
  cart: { id: number; slug: string; name: string; image: string; price: number; season_count: 1 }[]
  /** The coupon code that the buyer entered. */
  coupon?: string
}

const empty: Cart = { league_slug: '', league_name: '', year: 0, cart: [] }

export const cart = createStore<Cart>('deuce.cart', (value) => (isCart(value) ? value : empty))

// Checked by hand: every signed-in screen shows the cart, and most need no schema library.
function isCart(value: unknown): value is Cart {
  const { league_slug, league_name, year, cart: items, coupon = '' } = (value ?? {}) as Record<keyof Cart, unknown>
  const isSeason = areTexts(league_slug, league_name, coupon) && Number.isSafeInteger(year)
  return isSeason && Array.isArray(items) && items.every(isItem)
}

function isItem(value: unknown): boolean {
  const { id, slug, name, image, price, season_count } = (value ?? {}) as Record<keyof Cart['cart'][number], unknown>
  return areTexts(slug, name, image) && Number.isFinite(id) && Number.isFinite(price) && season_count === 1
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}

/** The current cart. */
export function useCart(): Cart {
  return useStored(cart)
}

/** Adds a division once. A division of another season replaces the cart, which the screen has confirmed. */
export function addToCart(season: { slug: string; name: string; year: number }, item: Cart['cart'][number]): void {
  const current = isCartOf(season) ? cart.get() : empty
  const others = current.cart.filter((other) => other.id !== item.id)
  cart.set({
    ...current,
    league_slug: season.slug,
    league_name: season.name,
    year: season.year,
    cart: [...others, item],
  })
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

/** Sets the coupon code, or removes it (null). */
export function setCoupon(code: string | null): void {
  const { coupon: _, ...current } = cart.get()
  cart.set(code === null ? current : { ...current, coupon: code })
}

export function clearCart(): void {
  cart.set(empty)
}

import * as z from 'zod/mini'
import { createStore, useStored } from '#/web/store.ts'

const kept = z.object({
  league_slug: z.string(),
  league_name: z.string(),
  /** Which edition; a cart of last year must not buy this year's season unasked. */
  year: z.int(),
  cart: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      name: z.string(),
      image: z.string(),
      price: z.number(),
      season_count: z.literal(1),
    }),
  ),
})

/** What the buyer has chosen: divisions of one season. Prices are the server's to say; these are for showing. */
export type Cart = z.output<typeof kept>

const empty: Cart = { league_slug: '', league_name: '', year: 0, cart: [] }

export const cart = createStore<Cart>('deuce.cart', (value) => kept.safeParse(value).data ?? empty)

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

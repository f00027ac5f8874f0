import { expect, test, vi } from 'vitest'

vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} } })
const { addToCart, cart, removeFromCart } = await import('./cart.web.ts')

const fall = { slug: 'fall', name: 'Fall', year: 2026 }
const division = (id: number) =>
  ({
    id,
    slug: `division-${id}`,
    name: `Division ${id}`,
    image: '/courts/lost.svg',
    price: 39,
    season_count: 1,
  }) as const
const ids = () => cart.get().cart.map(({ id }) => id)

test('adding a division repeatedly puts it in the cart once, and the cart holds one edition of one season', () => {
  for (const id of [1, 2, 1, 1]) addToCart(fall, division(id))
  expect(ids().toSorted()).toEqual([1, 2])
  addToCart({ ...fall, year: 2027 }, division(3))
  expect(ids()).toEqual([3])
  expect(cart.get()).toMatchObject({ league_slug: 'fall', league_name: 'Fall', year: 2027 })
  removeFromCart(3)
  expect(cart.get()).toEqual({ league_slug: '', league_name: '', year: 0, cart: [] })
})

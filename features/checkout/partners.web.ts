import * as z from 'zod/mini'
import { partner } from '#/features/pairs/contract.ts'
import { cart } from './cart.web.ts'
import { formDraftKey } from '#/web/form-draft.ts'
import { createStore } from '#/web/store.ts'

const typed = z.object({ full_name: z.string(), email: z.string() })
type Typed = z.output<typeof typed>

// Partners as typed, by division id. For this tab only, like a guest's details (guest-details.web.ts).
const partners = createStore<Record<string, Typed>>(
  formDraftKey('partners'),
  (value) => z.record(z.string(), typed).safeParse(value).data ?? {},
  'sessionStorage',
)
cart.subscribe(() => cart.get().cart.length === 0 && partners.set({}))

type Doubles = { id: number; kind: 'singles' | 'doubles' }

/** Validation of the checkout's partner fields: name and email, or neither. */
export const partnersForm = z.object({
  partners: z.array(
    typed.check((ctx) => {
      if (isBlank(ctx.value)) return
      for (const { path, message } of partner.safeParse(ctx.value).error?.issues ?? [])
        ctx.issues.push({ code: 'custom', path, message, input: ctx.value })
    }),
  ),
})

/** The initial values of the fields: the values typed before, otherwise the profile's partner. */
export function partnerValues(doubles: readonly Doubles[], usual: Typed | null): z.input<typeof partnersForm> {
  const before = partners.get()
  return { partners: doubles.map(({ id }) => before[id] ?? usual ?? { full_name: '', email: '' }) }
}

/** Stores the values, so that going back or reloading loses nothing. */
export function keepPartners(doubles: readonly Doubles[], values: readonly Typed[]): void {
  const added = doubles.map(({ id }, index) => [id, values[index] ?? { full_name: '', email: '' }] as const)
  partners.set({ ...partners.get(), ...Object.fromEntries(added) })
}

/** The partners to send with the order. Omitted if none was named; the profile's partner then applies. */
export function partnersOf(items: readonly Doubles[]): { partners?: (Typed & { id: number })[] } {
  const kept = partners.get()
  const doubles = items.filter(({ id, kind }) => kind === 'doubles' && kept[id])
  if (doubles.length === 0) return {}
  return {
    partners: doubles.flatMap(({ id }) => {
      const named = kept[id]
      return named && !isBlank(named) ? [{ id, ...named }] : []
    }),
  }
}

function isBlank({ full_name, email }: Typed): boolean {
  return full_name.trim() === '' && email.trim() === ''
}

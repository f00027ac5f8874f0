import * as z from 'zod/mini'
import { partner } from '#/features/pairs/contract.ts'
import { cart } from './cart.web.ts'
import { createStore } from '#/web/store.ts'

const typed = z.object({ full_name: z.string(), email: z.string() })
type Typed = z.output<typeof typed>

// By the division's id, as typed. For this tab alone, as what a guest types (guest-details.ts).
const partners = createStore<Record<string, Typed>>(
  'deuce.partners',
  (value) => z.record(z.string(), typed).safeParse(value).data ?? {},
  'sessionStorage',
)
cart.subscribe(() => cart.get().cart.length === 0 && partners.set({}))

type Doubles = { id: number; kind: 'singles' | 'doubles' }

/** The rules of the checkout's partner fields: name and email, or neither. */
export const partnersForm = z.object({
  partners: z.array(
    typed.check((ctx) => {
      if (isBlank(ctx.value)) return
      for (const { path, message } of partner.safeParse(ctx.value).error?.issues ?? [])
        ctx.issues.push({ code: 'custom', path, message, input: ctx.value })
    }),
  ),
})

/** The fields' values: what was typed before, else the partner of the profile. */
export function partnerValues(doubles: readonly Doubles[], usual: Typed | null): Record<string, string> {
  const before = partners.get()
  return Object.fromEntries(
    doubles.flatMap(({ id }, index) => {
      const { full_name, email } = before[id] ?? usual ?? { full_name: '', email: '' }
      return [
        [`partners.${index}.full_name`, full_name],
        [`partners.${index}.email`, email],
      ]
    }),
  )
}

/** The values as `partnersForm` reads them. */
export function typedPartners(doubles: readonly Doubles[], values: Record<string, string>): Typed[] {
  return doubles.map((_, index) => ({
    full_name: values[`partners.${index}.full_name`] ?? '',
    email: values[`partners.${index}.email`] ?? '',
  }))
}

/** Keeps the values, so that going back or a reload loses nothing. */
export function keepPartners(doubles: readonly Doubles[], values: Record<string, string>): void {
  const now = typedPartners(doubles, values)
  partners.set({
    ...partners.get(),
    ...Object.fromEntries(doubles.map(({ id }, index) => [id, now[index] ?? { full_name: '', email: '' }])),
  })
}

/** What the order says of partners; nothing when none was asked for, so that the profile's counts. */
export function partnersOf(items: readonly Doubles[]): { partners?: (Typed & { id: number })[] } {
  const kept = partners.get()
  const asked = items.filter(({ id, kind }) => kind === 'doubles' && kept[id])
  if (asked.length === 0) return {}
  return {
    partners: asked.flatMap(({ id }) => {
      const named = kept[id]
      return named && !isBlank(named) ? [{ id, ...named }] : []
    }),
  }
}

function isBlank({ full_name, email }: Typed): boolean {
  return full_name.trim() === '' && email.trim() === ''
}

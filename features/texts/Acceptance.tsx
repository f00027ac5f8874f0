import { lazy, Suspense } from 'react'
import type { ApiError } from '#/web/call.ts'
import type { CheckboxProps } from '#/web/form.ts'
import { askedOfNewPlayers, asksAnything, useNewestAsked } from './asked.web.ts'

const AcceptFields = lazy(() => import('./AcceptFields.tsx'))

/** A form that has `notAccepted` among its values. */
export type AcceptingForm = {
  refusal: ApiError | null
  set: (name: 'accepted', value: boolean) => void
  checkbox: (name: 'accepted' | 'confirms_age') => CheckboxProps
}

/** What a new player accepts and confirms; nothing where the organization asks for nothing. */
export function Acceptance({ form }: { form: AcceptingForm }) {
  useNewestAsked(form)
  const asked = askedOfNewPlayers()
  return (
    asksAnything(asked) && (
      <Suspense>
        <AcceptFields form={form} asked={asked} />
      </Suspense>
    )
  )
}

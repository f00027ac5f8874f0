import { lazy, Suspense } from 'react'
import { organization } from '#/contract/organization.ts'
import type { ApiError } from '#/web/call.ts'
import type { CheckboxProps } from '#/web/form.ts'

const AcceptAsked = lazy(() => import('./AcceptAsked.tsx'))

/** A form that has `notAccepted` among its values. */
export type AcceptingForm = {
  refusal: ApiError | null
  set: (name: 'accepted', value: boolean) => void
  checkbox: (name: 'accepted' | 'confirms_age') => CheckboxProps
}

/** What a new player accepts and confirms; nothing where the organization asks for nothing. */
export function Acceptance({ form }: { form: AcceptingForm }) {
  const { texts, minimum_age } = organization()
  // A refusal may say that something is asked by now.
  const asks = texts.length > 0 || minimum_age !== null || form.refusal?.state !== undefined
  return (
    asks && (
      <Suspense>
        <AcceptAsked form={form} />
      </Suspense>
    )
  )
}

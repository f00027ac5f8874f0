import { lazy, Suspense } from 'react'
import { asksToAccept, type AcceptingForm } from './accepting.web.ts'

const AcceptAsked = lazy(() => import('./AcceptAsked.tsx'))

/** What a new player accepts and confirms; nothing where the organization asks for nothing. */
export function Acceptance({ form }: { form: AcceptingForm }) {
  return (
    asksToAccept(form.refusal) && (
      <Suspense>
        <AcceptAsked form={form} />
      </Suspense>
    )
  )
}

import { Suspense } from 'react'
import { lazyPart } from '#/web/lazy-part.tsx'
import { asksToAccept, type AcceptingForm } from './accepting.web.ts'

const AcceptAsked = lazyPart(() => import('./AcceptAsked.tsx'))

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

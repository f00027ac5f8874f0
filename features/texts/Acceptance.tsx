import { Suspense } from 'react'
import { lazyPart } from '#/web/lazy-part.tsx'
import { asksToAccept, type AcceptingForm } from './accepting.web.ts'

const AcceptAsked = lazyPart(() => import('./AcceptAsked.tsx'))

/** The terms that a new player accepts. Renders nothing if there are none. */
export function Acceptance({ form }: { form: AcceptingForm }) {
  return (
    asksToAccept(form.refusal) && (
      <Suspense>
        <AcceptAsked form={form} />
      </Suspense>
    )
  )
}

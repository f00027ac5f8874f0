import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { AcceptFields } from './AcceptFields.tsx'
import { notAccepted } from './accepting.web.ts'
import { acceptsAsked } from './asked-player.web.ts'
import type { Requirements } from './asked.web.ts'
import { getAcceptances } from '#/features/calls.gen.ts'
import { acceptTexts } from './contract.ts'

/** A player accepts what is in force now. */
export function AcceptForm({ asked, onRefused }: { asked: Requirements; onRefused: () => void }) {
  const accept = useAction(acceptTexts, { stale: [getAcceptances], toast: null })
  const form = useForm({
    schema: acceptTexts.body.check((ctx) => acceptsAsked(ctx, asked)),
    initial: notAccepted,
    toBody: (values) => values,
    onSubmit: (body) =>
      accept.submit({ body }).catch((error: unknown) => {
        onRefused()
        throw error
      }),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col items-start gap-4 *:w-full">
      <h2 className="lettering text-2xl">Before you join</h2>
      <FormErrors form={form} />
      <AcceptFields form={form} asked={asked} />
      <Button type="submit" size="lg" busy={form.busy} className="sm:w-auto!">
        Accept and continue
      </Button>
    </form>
  )
}

import { Section } from '#/features/settings/Section.tsx'
import { getOrganization } from '#/organizer/calls.gen.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

/** The minimum age that players have to confirm. */
export function AgeForm({ minimum_age }: { minimum_age: number | null }) {
  const save = useAction(changeOrganization, { stale: [getOrganization] })
  const form = useForm({
    schema: changeOrganization.body,
    initial: { minimum_age },
    onSubmit: (body) => save.submit({ body }),
  })
  return (
    <Section title="Minimum age" lead="Players confirm it themselves, when they sign up or before their next order.">
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-xl flex-col gap-5">
        <FormErrors form={form} />
        <TextField {...form.number('minimum_age')} label="Age in years" hint="Empty: nobody is asked." optional />
        <Button type="submit" busy={form.busy} className="self-start">
          Save the age
        </Button>
      </form>
    </Section>
  )
}

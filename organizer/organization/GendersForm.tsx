import { setOrganization, organization } from '#/contract/organization.ts'
import { Section } from '#/features/settings/Section.tsx'
import { getConfig } from '#/features/calls.gen.ts'
import { getOrganization } from '#/organizer/calls.gen.ts'
import type { GenderAnswer } from '#/rules/gender.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeOrganization, MOST_GENDERS, type OrganizationView } from './contract.ts'

/** The divisions besides the open ones that are meant for an answer. */
const divisions = [
  { value: 'women', label: 'Women’s divisions', women: true, men: false },
  { value: 'men', label: 'Men’s divisions', women: false, men: true },
  { value: 'both', label: 'Women’s and men’s divisions', women: true, men: true },
  { value: 'open', label: 'Open divisions only', women: false, men: false },
] as const

type Draft = { row: number; name: string; divisions: string }

/** The answers that players choose from when they are asked for their gender. */
export function GendersForm({ of }: { of: OrganizationView }) {
  const save = useAction(changeOrganization, {
    stale: [getOrganization, getConfig],
    toast: () => 'The answers are saved.',
  })
  const form = useForm({
    schema: changeOrganization.body,
    initial: { genders: of.genders.map(toDraft), gender_required: of.gender_required },
    toBody: ({ genders, gender_required }) => ({ genders: genders.map(toAnswer), gender_required }),
    onSubmit: async (body) => {
      await save.submit({ body })
      // The page has the answers from when it was loaded.
      setOrganization({
        ...organization(),
        genders: body.genders ?? [],
        gender_required: body.gender_required === true,
      })
    },
  })
  const drafts = form.values.genders
  const nextRow = Math.max(-1, ...drafts.map(({ row }) => row)) + 1
  return (
    <Section
      title="Gender"
      lead="The answers that players choose from. Everybody may join every division; a player sees a warning when a division is not meant for them."
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-3xl flex-col gap-5">
        <FormErrors form={form} />
        <ul className="flex flex-col gap-4">
          {drafts.map((draft, index) => (
            <li key={draft.row} className="grid gap-x-3 gap-y-2 border-b border-line pb-4 sm:grid-cols-2">
              <TextField
                {...form.field(`genders.${index}.name`)}
                label={`Answer ${index + 1}`}
                autoComplete="off"
                maxLength={40}
                dir="auto"
              />
              <SelectField {...form.field(`genders.${index}.divisions`)} label="Meant for" options={divisions} />
              <Button
                size="sm"
                variant="quiet"
                className="justify-self-start"
                onClick={() => form.set('genders', drafts.toSpliced(index, 1))}
              >
                Remove<span className="sr-only"> {draft.name.trim() || `answer ${index + 1}`}</span>
              </Button>
            </li>
          ))}
        </ul>
        <Button
          variant="secondary"
          className="self-start"
          reason={drafts.length >= MOST_GENDERS ? `There can be up to ${MOST_GENDERS} answers.` : undefined}
          onClick={() => form.set('genders', [...drafts, { row: nextRow, name: '', divisions: 'both' }])}
        >
          Add an answer
        </Button>
        <Checkbox
          {...form.checkbox('gender_required')}
          label="Players have to choose an answer"
          hint="Without answers, players are not asked for their gender."
        />
        <FormActions note="Players keep an answer that you remove, until they save their profile.">
          <Button type="submit" busy={form.busy}>
            Save the answers
          </Button>
        </FormActions>
      </form>
    </Section>
  )
}

function toDraft({ name, women, men }: GenderAnswer, row: number): Draft {
  return { row, name, divisions: divisions.find((each) => each.women === women && each.men === men)?.value ?? 'both' }
}

function toAnswer({ name, ...draft }: Draft): GenderAnswer {
  const { women, men } = divisions.find(({ value }) => value === draft.divisions) ?? divisions[2]
  return { name, women, men }
}

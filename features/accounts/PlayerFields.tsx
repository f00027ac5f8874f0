import { listedAreas } from '#/contract/areas.ts'
import { doublesLevels, genders } from '#/contract/choices.ts'
import { levelOptions, listedLevels } from '#/contract/levels.ts'
import { levelHint } from '#/rules/ratings.ts'
import type { ChoiceProps, FieldProps } from '#/web/form.ts'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type FormWith<Name extends string> = {
  values: Record<Name, string>
  field: (name: Name) => FieldProps
  radio: (name: Name) => ChoiceProps<string>
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export function NameFields({ form }: { form: FormWith<'first_name' | 'last_name'> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" />
      <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" />
    </div>
  )
}

/** The phone number and password of a new account. */
export function PhoneAndPasswordFields({ form }: { form: FormWith<'phone' | 'password'> }) {
  return (
    <>
      <PhoneField
        {...form.field('phone')}
        label="Phone"
        hint="For arranging matches. Only players in your leagues see it."
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint="8 characters or more."
        meter
      />
    </>
  )
}

/** Level, gender and location. */
export function PlayingFields({
  form,
  locationHint = 'Where you play.',
}: {
  form: FormWith<'singles_level' | 'gender' | 'location'>
  locationHint?: string
}) {
  return (
    <>
      <RadioGroup
        {...form.radio('singles_level')}
        label="Singles level"
        hint={levelHint(listedLevels())}
        options={levelOptions()}
      />
      <RadioGroup {...form.radio('gender')} label="Gender" options={choices(genders)} />
      <RadioGroup
        {...form.radio('location')}
        label="Location"
        hint={locationHint}
        options={choices(
          // Players in an archived area keep it as their location.
          [...new Set([...listedAreas().map(({ name }) => name), form.values.location])].filter((name) => name !== ''),
        )}
      />
    </>
  )
}

/** The doubles category and, if one is chosen, the partner. */
export function DoublesFields({
  form,
}: {
  form: {
    values: { doubles_level: string }
    field: (name: 'doubles_level' | 'doubles_partner.full_name' | 'doubles_partner.email') => FieldProps
  }
}) {
  return (
    <>
      <SelectField
        {...form.field('doubles_level')}
        label="Doubles category"
        optional
        placeholder="No doubles"
        options={choices(doublesLevels)}
      />
      {form.values.doubles_level !== '' && (
        <div className="grid gap-5 border-l-4 border-line pl-4 sm:grid-cols-2">
          <TextField {...form.field('doubles_partner.full_name')} label="Partner's full name" autoComplete="off" />
          <TextField
            {...form.field('doubles_partner.email')}
            label="Partner's email"
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        </div>
      )}
    </>
  )
}

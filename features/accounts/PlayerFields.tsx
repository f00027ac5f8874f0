import { listedAreas } from '#/contract/areas.ts'
import { doublesLevels } from '#/contract/choices.ts'
import { genderOptions } from '#/contract/genders.ts'
import { levelOptions, listedLevels } from '#/contract/levels.ts'
import { levelHint } from '#/rules/ratings.ts'
import type { CheckboxProps, ChoiceProps, FieldProps } from '#/web/form.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
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

type NameForm = {
  field: (name: 'first_name' | 'last_name') => FieldProps
  checkbox: (name: 'one_name') => CheckboxProps
  set: (name: 'last_name', value: string) => void
}

/** First and last name, or one name. */
export function NameFields({ form }: { form: NameForm }) {
  return (
    <NameInputs
      first={form.field('first_name')}
      last={form.field('last_name')}
      oneName={form.checkbox('one_name')}
      label="I have one name"
      autoComplete={['given-name', 'family-name', 'name']}
      onOneName={() => form.set('last_name', '')}
    />
  )
}

type NameInputsProps = {
  first: FieldProps
  last: FieldProps
  oneName: CheckboxProps
  /** Says that somebody has one name. */
  label: string
  /** Of the first, the last and the only name. */
  autoComplete: readonly [first: string, last: string, only: string]
  onOneName: () => void
}

export function NameInputs({ first, last, oneName, label, autoComplete, onOneName }: NameInputsProps) {
  const hasOne = oneName.checked
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...first} label={hasOne ? 'Name' : 'First name'} autoComplete={autoComplete[hasOne ? 2 : 0]} />
        {!hasOne && <TextField {...last} label="Last name" autoComplete={autoComplete[1]} />}
      </div>
      <Checkbox
        {...oneName}
        label={label}
        onChange={(event) => {
          oneName.onChange(event)
          if (event.currentTarget.checked) onOneName()
        }}
      />
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
  const genders = genderOptions()
  return (
    <>
      <RadioGroup
        {...form.radio('singles_level')}
        label="Singles level"
        hint={levelHint(listedLevels())}
        options={levelOptions()}
      />
      {genders.length > 0 && <RadioGroup {...form.radio('gender')} label="Gender" options={genders} />}
      <RadioGroup
        {...form.radio('location')}
        label="Location"
        hint={locationHint}
        options={choices(
          // A player's location stays in the list if its area is archived.
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

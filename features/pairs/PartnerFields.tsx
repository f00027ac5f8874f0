import type { FieldProps } from '#/web/form.ts'
import { TextField } from '#/web/ui/TextField.tsx'
import { MIXED_PAIR } from './format.ts'

type PartnerFieldsProps = {
  /** The doubles divisions in the cart. */
  doubles: readonly { id: number; name: string; is_mixed: boolean }[]
  field: (name: `partners.${number}.full_name` | `partners.${number}.email`) => FieldProps
}

/** An optional partner for each doubles division in the cart. */
export function PartnerFields({ doubles, field }: PartnerFieldsProps) {
  return doubles.map(({ id, name, is_mixed }, index) => (
    <fieldset key={id} className="scroll-mt-40 border-l-4 border-line pl-4">
      <legend className="lettering float-left mb-1 w-full text-xl">Your partner in {name}</legend>
      <p className="clear-left mb-4 text-ink-soft">
        {is_mixed && `${MIXED_PAIR} `}One of you pays for both. We email your partner an invitation. Not sure yet? Leave
        both fields empty and invite someone later, in My league.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field(`partners.${index}.full_name`)} label="Partner's full name" optional autoComplete="off" />
        <TextField
          {...field(`partners.${index}.email`)}
          label="Partner's email"
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </div>
    </fieldset>
  ))
}

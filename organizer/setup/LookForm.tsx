import { isColor } from '#/rules/colors.ts'
import { getConfig } from '#/features/calls.gen.ts'
import { ColorPreview } from '#/organizer/organization/ColorPreview.tsx'
import { Swatch } from '#/organizer/organization/Swatch.tsx'
import { getOrganization, getSetup } from '#/organizer/calls.gen.ts'
import { changeOrganization, type OrganizationView } from '#/organizer/organization/contract.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type LookFormProps = {
  of: OrganizationView
  /** False while the name is still the program's. */
  isNamed: boolean
}

/** The name and two colors, previewed as they are typed. */
export function LookForm({ of, isNamed }: LookFormProps) {
  const save = useAction(changeOrganization, { stale: [getOrganization, getConfig, getSetup] })
  const form = useForm({
    schema: changeOrganization.body,
    initial: { name: isNamed ? of.name : '', colors: of.colors },
    toBody: (values) => values,
    onSubmit: (body) => save.submit({ body }),
  })
  const { name, colors } = form.values
  const [main, accent] = [colors.main.trim().toLowerCase(), colors.accent.trim().toLowerCase()]
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <FormErrors form={form} />
      <div className="grid max-w-2xl gap-5 sm:grid-cols-3">
        <TextField
          {...form.field('name')}
          label="Name of the league"
          autoComplete="organization"
          maxLength={60}
          dir="auto"
        />
        <TextField {...form.field('colors.main')} label="Main color" prefix={<Swatch color={main} />} maxLength={7} />
        <TextField
          {...form.field('colors.accent')}
          label="Accent color"
          prefix={<Swatch color={accent} />}
          maxLength={7}
        />
      </div>
      {isColor(main) && isColor(accent) && (
        <div className="max-w-2xl">
          <ColorPreview name={name.trim() === '' ? of.short_name : name} main={main} accent={accent} />
        </div>
      )}
      <div>
        <Button type="submit" size="sm" variant="secondary" busy={form.busy}>
          Save name and colors
        </Button>
      </div>
    </form>
  )
}

import { currencySign, toCents, writeAmount } from '#/contract/money.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { courtOf, courtOfDivision, courtsOfSport, type Court as CourtName } from '#/contract/courts.ts'
import { genders } from '#/contract/choices.ts'
import { levelOptions } from '#/contract/levels.ts'
import { getDivision, listDivisions } from '#/features/calls.gen.ts'
import { sports, sportWords } from '#/rules/sports/formats.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeDivision, listOrganizerDivisions } from '#/organizer/calls.gen.ts'
import { createDivision, type OrganizerDivision } from './contract.ts'
import { useAction } from '#/web/action.ts'

const stale = [listOrganizerDivisions, listDivisions, getDivision]

/** The option next to the genders. */
const MIXED = 'mixed'

type DivisionDialogProps = {
  division: OrganizerDivision | null
  /** The sport that a new division begins with. */
  usualSport?: OrganizerDivision['sport'] | undefined
  onClose: () => void
}

/** Creates a division, or changes one. Its sport, and singles or doubles, are fixed once it exists. */
export function DivisionDialog({ division, usualSport = sports[0], onClose }: DivisionDialogProps) {
  const create = useAction(createDivision, { stale, onDone: onClose })
  const change = useAction(changeDivision, { stale, onDone: onClose })
  const form = useForm({
    schema: createDivision.body,
    keep: useFormDraft(`division-${division?.id ?? 'new'}`),
    initial: {
      name: division?.name ?? '',
      kind: division?.kind ?? '',
      sport: division?.sport ?? usualSport,
      level: division?.level ?? '',
      gender: division?.is_mixed ? MIXED : (division?.gender ?? ''),
      age_from: division?.age_from ?? null,
      age_to: division?.age_to ?? null,
      price: division ? writeAmount(toCents(division.price)) : '',
      picture: division ? courtOf(division.image) : 'summer-2',
    },
    toBody: ({ gender, ...values }) => ({
      ...values,
      gender: gender === MIXED ? '' : gender,
      is_mixed: gender === MIXED,
    }),
    onSubmit: ({ kind, sport, ...body }) =>
      division
        ? change.submit({ params: { id: division.id }, body })
        : create.submit({ body: { ...body, kind, sport } }),
  })
  const chosen = form.values.sport || sports[0]
  const court = courtOfDivision(chosen, form.values.picture || courtsOfSport[chosen][0])
  return (
    <FormDialog
      title={division ? `Change ${division.name}` : 'Create a division'}
      description={
        division
          ? 'Placed orders keep their price. Players with the old price in their cart are asked to check it.'
          : 'It goes on sale right away, in every area and every season on sale.'
      }
      size="lg"
      confirm={division ? 'Save the division' : 'Create the division'}
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={60} />
      {!division && (
        <SelectField
          {...form.field('sport')}
          label="Sport"
          hint="It cannot be changed later, because scores are counted by its rules."
          options={sports.map((sport) => ({ value: sport, label: sportWords[sport].name }))}
        />
      )}
      {!division && (
        <RadioGroup
          {...form.radio('kind')}
          label="What is played"
          options={[
            { value: 'singles', label: 'Singles' },
            { value: 'doubles', label: 'Doubles' },
          ]}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...form.field('level')}
          label="Level"
          optional
          hint="Other players see a warning, but can join."
          placeholder="Every level"
          options={levelOptions()}
        />
        <SelectField
          {...form.field('gender')}
          label="For"
          optional
          hint="Other players see a warning, but can join."
          placeholder="Everybody"
          options={[
            ...genders.map((gender) => ({ value: gender, label: gender === 'Male' ? 'Men' : 'Women' })),
            ...(division?.kind === 'singles' ? [] : [{ value: MIXED, label: 'Mixed pairs: a woman and a man' }]),
          ]}
        />
        <TextField {...form.number('age_from')} label="From age" optional hint="40 for “40 and over”." maxLength={3} />
        <TextField {...form.number('age_to')} label="Up to age" optional hint="18 for “18 and under”." maxLength={3} />
      </div>
      <p className="-mt-2 text-sm text-ink-soft">
        What counts is the age that a player reaches in the year in which the season begins. Other players see a
        warning, but can join. Players without a year of birth are asked for it when they join.
      </p>
      <TextField
        {...form.field('price')}
        label="Price"
        hint="0 makes it free."
        prefix={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <SelectField
          {...form.field('picture')}
          label="Picture"
          value={court}
          options={courtsOfSport[chosen].map((each) => ({ value: each, label: formatCourt(each) }))}
        />
        <Court picture={court} className="h-24 w-full rounded-sm" />
      </div>
    </FormDialog>
  )
}

/** The label of a picture: 'fall' as 'Leaves on the court', 'mens-singles-3-5' as 'Mens singles 3.5'. */
function formatCourt(court: CourtName): string {
  const words = scenes[court] ?? court.replace(/-(\d)-(\d)$/, ' $1.$2').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const scenes: Partial<Record<CourtName, string>> = {
  'summer-1': 'Court at noon',
  'summer-2': 'Court in the evening',
  fall: 'Leaves on the court',
  winter: 'Indoor court',
}

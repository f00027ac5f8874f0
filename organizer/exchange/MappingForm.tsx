import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useForm } from '#/web/form.ts'
import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { checkImport, type Check, type Question } from './contract.ts'
import { FixTable, type Fixes } from './FixTable.tsx'
import { importFields } from './import-fields.ts'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** The questions about a file and the column of each field. Checks the file again. */
export function MappingForm({ task_id, found }: { task_id: number; found: Check }) {
  const navigate = useNavigate()
  const { reading } = found
  const check = useAction(checkImport, {
    onDone: (started) => navigate(deskPaths.exchangeTask(started.task_id)),
  })
  const form = useForm({
    schema: checkImport.body,
    keep: useFormDraft(`import-${task_id}`),
    initial: {
      mapping: found.mapping,
      update: found.update,
      answers: Object.fromEntries(found.questions.map(({ key, answer }) => [key, answer ?? ''])),
      values: {} as Fixes['values'],
      cells: [] as Fixes['cells'],
      constants: Object.fromEntries(constantFields.map((field) => [field, reading.constants[field] ?? ''])),
      dates: reading.dates ?? '',
      blanks: reading.blanks,
    },
    // A question without an answer is asked again.
    toBody: ({ answers, constants, dates, ...values }) => ({
      ...values,
      constants: Object.fromEntries(Object.entries(constants ?? {}).map(([field, value]) => [field, value || null])),
      dates: dates || null,
      answers: Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== '')),
    }),
    onSubmit: (body) => check.submit({ params: { task_id }, body }),
  })
  const { mapping, answers } = form.values
  const fixes: Fixes = { values: form.values.values as Fixes['values'], cells: form.values.cells as Fixes['cells'] }
  const constants = form.values.constants as Record<string, string>
  const columns = found.headers.map((header, index) => ({
    value: String(index),
    label: [header || `Column ${index + 1}`, found.first[index]].filter(Boolean).join(': ').slice(0, 60),
  }))
  // Nothing but the answers and fixes is needed then, so that the button is near them.
  const isOpen =
    found.missing.length === 0 && (found.groups.length > 0 || found.questions.some(({ answer }) => answer === null))
  const fields = (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {importFields[found.kind].map(({ name, label, required, hint }) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          optional={!required}
          hint={hint}
          placeholder="Not in this file"
          options={columns}
          value={mapping[name] === null || mapping[name] === undefined ? '' : String(mapping[name])}
          onChange={({ currentTarget }) =>
            form.set('mapping', {
              ...mapping,
              [name]: currentTarget.value === '' ? null : Number(currentTarget.value),
            })
          }
        />
      ))}
    </div>
  )
  return (
    <form onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-5">
      <FormErrors form={form} />
      {found.questions.map((question, index) => (
        <QuestionField
          key={question.key}
          name={`question-${index + 1}`}
          question={question}
          answer={answers[question.key] ?? ''}
          onAnswer={(answer) => form.set('answers', { ...answers, [question.key]: answer })}
        />
      ))}
      {found.groups.length > 0 && (
        <FixTable
          check={found}
          fixes={fixes}
          onFix={({ values, cells }) => {
            form.set('values', values)
            form.set('cells', cells)
          }}
        />
      )}
      <WholeFile
        found={found}
        constants={constants}
        onConstant={(field, value) => form.set('constants', { ...constants, [field]: value })}
        dates={form.values.dates ?? ''}
        onDates={(dates) => form.set('dates', dates)}
      />
      {isOpen ? (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Columns</summary>
          <div className="mt-2">{fields}</div>
        </details>
      ) : (
        <>
          <h2 className="lettering text-lg">Columns</h2>
          <p className="text-ink-soft">
            {found.delimiter === ''
              ? 'Read from an Excel workbook. '
              : `Read as ${found.encoding}, separated by ${delimiterWords[found.delimiter] ?? found.delimiter}. `}
            {found.source !== null && `This is an export of ${found.source}. `}
            {found.head_line > 1 && `The headings are in line ${found.head_line}. `}
            {found.missing.length === 0 && 'All required columns were found.'}
          </p>
          {fields}
        </>
      )}
      {found.kind === 'players' && (
        <Checkbox
          name="blanks"
          label="Refuse rows in which an email, phone, level, gender or area is blank"
          checked={form.values.blanks === 'refuse'}
          onChange={({ currentTarget }) => form.set('blanks', currentTarget.checked ? 'refuse' : 'allow')}
        />
      )}
      {found.kind === 'players' && (
        <Checkbox
          {...form.checkbox('update')}
          label="Update existing players with the name, phone, level, gender, area and year of birth in the file"
        />
      )}
      <div>
        <Button type="submit" variant={isOpen ? 'primary' : 'secondary'} busy={form.busy}>
          Check again
        </Button>
      </div>
    </form>
  )
}

const constantFields = ['season', 'year', 'division', 'area', 'date'] as const

type WholeFileProps = {
  found: Check
  constants: Record<string, string>
  onConstant: (field: string, value: string) => void
  dates: string
  onDates: (dates: '' | 'day-first' | 'month-first') => void
}

/** Values of all rows in which a cell is blank or missing, and the order of day and month. */
function WholeFile({ found, constants, onConstant, dates, onDates }: WholeFileProps) {
  const fields = importFields[found.kind].filter(({ name }) => constantFields.some((field) => field === name))
  const { ambiguous_date } = found
  return (
    <details open={found.missing.length > 0 || Object.values(constants).some((value) => value !== '')}>
      <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">For the whole file</summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            name={`constant-${name}`}
            label={label}
            optional
            hint="Where a row has none"
            maxLength={300}
            autoComplete="off"
            value={constants[name] ?? ''}
            onChange={({ currentTarget }) => onConstant(name, currentTarget.value)}
          />
        ))}
        {ambiguous_date && (
          <RadioGroup
            name="dates"
            label={`The date ${ambiguous_date.text}`}
            layout="list"
            className="sm:col-span-2 lg:col-span-3"
            options={[
              { value: '', label: 'As the file says', note: 'By its other dates' },
              { value: 'day-first', label: ambiguous_date.day_first, note: 'The day comes first' },
              { value: 'month-first', label: ambiguous_date.month_first, note: 'The month comes first' },
            ]}
            value={dates as '' | 'day-first' | 'month-first'}
            onChange={onDates}
          />
        )}
      </div>
    </details>
  )
}

const delimiterWords: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** The most options that are all shown. */
const MAX_RADIOS = 8

type QuestionFieldProps = { name: string; question: Question; answer: string; onAnswer: (answer: string) => void }

function QuestionField({ name, question: { title, options }, answer, onAnswer }: QuestionFieldProps) {
  return options.length > MAX_RADIOS ? (
    <SelectField
      name={name}
      label={title}
      placeholder="Please choose"
      options={options}
      value={answer}
      onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
    />
  ) : (
    <RadioGroup name={name} label={title} layout="list" options={options} value={answer} onChange={onAnswer} />
  )
}

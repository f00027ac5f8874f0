import { MOST_ANSWER_CHARACTERS, type Question } from '#/rules/questions.ts'
import type { ChoiceProps, FieldProps } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

export type QuestionFieldsProps = {
  questions: readonly Question[]
  form: {
    field: (name: `answers.${string}`) => FieldProps
    radio: (name: `answers.${string}`) => ChoiceProps<string>
  }
}

/** Choices that are shown side by side; more are a list that opens. */
const MOST_SIDE_BY_SIDE = 5

export default function QuestionInputs({ questions, form }: QuestionFieldsProps) {
  return questions.map((question) => <QuestionInput key={question.id} question={question} form={form} />)
}

function QuestionInput({
  question: { id, kind, label, choices, required },
  form,
}: Pick<QuestionFieldsProps, 'form'> & { question: Question }) {
  const name = `answers.${id}` as const
  const look = { label, optional: !required }
  switch (kind) {
    case 'text':
      return <TextField {...form.field(name)} {...look} autoComplete="off" maxLength={MOST_ANSWER_CHARACTERS} />
    case 'number':
      return <TextField {...form.field(name)} {...look} autoComplete="off" inputMode="decimal" />
    case 'yes_no':
      return (
        <RadioGroup
          {...form.radio(name)}
          {...look}
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
      )
    case 'choice': {
      const options = choices.map((value) => ({ value, label: value }))
      return options.length <= MOST_SIDE_BY_SIDE ? (
        <RadioGroup {...form.radio(name)} {...look} options={options} />
      ) : (
        <SelectField {...form.field(name)} {...look} placeholder="Please choose" options={options} />
      )
    }
  }
}

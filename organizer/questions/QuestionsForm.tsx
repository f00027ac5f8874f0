import type { Reply } from '#/contract/endpoint.ts'
import { formatNumber } from '#/contract/locale.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import { MoveButtons } from '#/organizer/desk/MoveButtons.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import type { QuestionKind } from '#/rules/questions.ts'
import { useAction } from '#/web/action.ts'
import { useForm, type Form } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listOrganizerQuestions } from '#/organizer/calls.gen.ts'
import { saveQuestions } from './contract.ts'

const kinds: { value: QuestionKind; label: string }[] = [
  { value: 'text', label: 'Short text' },
  { value: 'choice', label: 'One of several choices' },
  { value: 'number', label: 'Number' },
  { value: 'yes_no', label: 'Yes or no' },
]

/** A question as it is typed, with one choice per line. `key` identifies it while it has no id. */
type Draft = { key: number; id?: number; kind: QuestionKind; label: string; choices: string; required: boolean }

type QuestionsFormProps = { season_id: number; stored: Reply<typeof listOrganizerQuestions> }

/** Edits all questions of a season at once. */
export function QuestionsForm({ season_id, stored: { questions, version } }: QuestionsFormProps) {
  const reason = useOwnersOnly()
  const save = useAction(saveQuestions, {
    stale: [listOrganizerQuestions, listSeasons],
    toast: () => 'The questions are saved.',
  })
  const form = useForm({
    schema: saveQuestions.body,
    initial: {
      questions: questions.map(({ id, kind, label, choices, required }): Draft => ({
        key: id,
        id,
        kind,
        label,
        choices: choices.join('\n'),
        required,
      })),
    },
    toBody: (values) => ({
      version,
      questions: values.questions.map(({ id, kind, label, choices, required }) => ({
        ...(id !== undefined && { id }),
        kind,
        label,
        required,
        choices: choices
          .split('\n')
          .map((choice) => choice.trim())
          .filter((choice) => choice !== ''),
      })),
    }),
    onSubmit: (body) => save.submit({ params: { id: season_id }, body }),
  })
  const drafts = form.values.questions
  const add = () => {
    // The new key is lower than all other keys.
    const key = Math.min(0, ...drafts.map((draft) => draft.key)) - 1
    form.set('questions', [...drafts, { key, kind: 'text', label: '', choices: '', required: false }])
  }
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-3xl flex-col gap-6">
      <FormErrors form={form} />
      {drafts.length === 0 && <p>This season has no questions.</p>}
      {drafts.map((draft, index) => {
        const answers = questions.find(({ id }) => id === draft.id)?.answers ?? 0
        return <QuestionCard key={draft.key} form={form} draft={draft} index={index} answers={answers} />
      })}
      <Button variant="secondary" className="self-start" onClick={add}>
        Add a question
      </Button>
      <FormActions note="A removed question is no longer asked. Its answers stay on the entries.">
        <Button type="submit" busy={form.busy} reason={reason}>
          Save the questions
        </Button>
      </FormActions>
    </form>
  )
}

type QuestionCardProps = {
  form: Form<{ questions: Draft[] }>
  draft: Draft
  index: number
  /** The number of players who have answered it. */
  answers: number
}

/** One question, with buttons that move and remove it. */
function QuestionCard({ form, draft: { kind, label }, index, answers }: QuestionCardProps) {
  const { questions } = form.values
  const setQuestions = (changed: Draft[]) => form.set('questions', changed)
  return (
    <Card as="section" aria-label={`Question ${index + 1}`} className="flex flex-col gap-4">
      <TextField
        {...form.field(`questions.${index}.label`)}
        label={`Question ${index + 1}`}
        autoComplete="off"
        maxLength={200}
        dir="auto"
        hint={answers > 0 ? `${formatNumber(answers)} answered` : undefined}
      />
      <SelectField
        {...form.field(`questions.${index}.kind`)}
        label="Answered by"
        options={kinds}
        disabled={answers > 0}
        hint={answers > 0 ? 'It cannot change, because players have answered.' : undefined}
      />
      {kind === 'choice' && (
        <TextArea {...form.field(`questions.${index}.choices`)} label="Choices" hint="One on each line." rows={4} />
      )}
      <Checkbox {...form.checkbox(`questions.${index}.required`)} label="Required" />
      <div className="flex flex-wrap gap-2">
        <MoveButtons name={`question ${index + 1}`} keys={questions} index={index} onMove={setQuestions} />
        <Button size="sm" variant="quiet" onClick={() => setQuestions(questions.toSpliced(index, 1))}>
          Remove
          <span className="sr-only">
            {' '}
            question {index + 1}
            {label !== '' && `: ${label}`}
          </span>
        </Button>
      </div>
    </Card>
  )
}

import { useState, type ReactNode } from 'react'
import type { Question } from '#/rules/questions.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { answersAll, answersOf, noAnswers } from './answering.web.ts'
import { getAnswers, getUser } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { giveAnswers } from './contract.ts'
import QuestionInputs from './QuestionInputs.tsx'

type AnswerFormProps = { season_id: number; questions: readonly Question[]; children: ReactNode }

/** A form for the season's questions, followed by `children`. */
export function AnswerForm({ season_id, questions, children }: AnswerFormProps) {
  const { data } = useRead(getUser, {})
  const [done, setDone] = useState(false)
  const give = useAction(giveAnswers, { stale: [getAnswers], toast: null, onDone: () => setDone(true) })
  const form = useForm({
    schema: giveAnswers.body.check((ctx) => answersAll(ctx, questions)),
    initial: { answers: noAnswers },
    keep: data && { name: `answers-${season_id}-by-${data.user.id}` },
    toBody: ({ answers }) => ({ answers: answersOf(questions, answers) }),
    onSubmit: (body) => give.submit({ params: { id: season_id }, body }),
  })
  // Optional questions may be skipped.
  if (done) return children
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <h2 className="lettering text-2xl">A few questions</h2>
      <FormErrors form={form} />
      <QuestionInputs form={form} questions={questions} />
      <Button type="submit" size="lg" busy={form.busy} className="sm:w-auto! sm:self-start">
        Continue
      </Button>
    </form>
  )
}

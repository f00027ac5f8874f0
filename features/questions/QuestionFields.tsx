import type { ChoiceProps, FieldProps } from '#/web/form.ts'
import { Suspense } from 'react'
import type { Question } from '#/rules/questions.ts'
import { lazyPart } from '#/web/lazy-part.tsx'

const QuestionInputs = lazyPart(() => import('./QuestionInputs.tsx'))

export type QuestionFieldsProps = {
  questions: readonly Question[]
  form: {
    field: (name: `answers.${string}`) => FieldProps
    radio: (name: `answers.${string}`) => ChoiceProps<string>
  }
}

/** A season's questions. Renders nothing if there are none. */
export function QuestionFields(props: QuestionFieldsProps) {
  return (
    props.questions.length > 0 && (
      <Suspense>
        <QuestionInputs {...props} />
      </Suspense>
    )
  )
}

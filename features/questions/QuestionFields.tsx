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

/** What a season asks everybody who joins it; nothing where it asks nothing. */
export function QuestionFields(props: QuestionFieldsProps) {
  return (
    props.questions.length > 0 && (
      <Suspense>
        <QuestionInputs {...props} />
      </Suspense>
    )
  )
}

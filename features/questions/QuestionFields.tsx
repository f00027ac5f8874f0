import { Suspense } from 'react'
import { lazyPart } from '#/web/lazy-part.tsx'
import type { QuestionFieldsProps } from './QuestionInputs.tsx'

const QuestionInputs = lazyPart(() => import('./QuestionInputs.tsx'))

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

import { Suspense } from 'react'
import { lazyPart } from '#/web/lazy-part.tsx'
import type { QuestionFieldsProps } from './QuestionInputs.tsx'

const QuestionInputs = lazyPart(() => import('./QuestionInputs.tsx'))

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

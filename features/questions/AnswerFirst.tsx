import type { ReactNode } from 'react'
import type { Question } from '#/rules/questions.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { getAnswers } from '#/features/calls.gen.ts'

type AnswerFirstProps = {
  /** Undefined until it is read. */
  season: { id: number; questions: readonly Question[] } | undefined
  /** The screen's title, which its forms have themselves. */
  title: ReactNode
  /** What comes when every question has been answered once; at once where nothing is asked. */
  children: ReactNode
}

/** Asks a player what a season wants to know of everybody who joins it, before anything else. */
export function AnswerFirst({ season, title, children }: AnswerFirstProps) {
  const questions = season?.questions ?? []
  const read = useRead(getAnswers, { params: { id: season?.id ?? 0 } }, { enabled: questions.length > 0 })
  if (!season || questions.length === 0) return children
  return (
    <Loaded of={read} loading="Loading the questions of this season" skeleton={{ kind: 'lines', count: 3 }}>
      {({ answers }) => {
        const open = questions.filter(({ id }) => answers.every(({ question_id }) => question_id !== id))
        // Optional ones alone are no reason to ask somebody who has answered before.
        if (open.length === 0 || (answers.length > 0 && open.every(({ required }) => !required))) return children
        return (
          <>
            {title}
            <AnswerForm season_id={season.id} questions={open}>
              {children}
            </AnswerForm>
          </>
        )
      }}
    </Loaded>
  )
}

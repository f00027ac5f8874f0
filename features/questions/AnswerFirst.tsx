import type { ReactNode } from 'react'
import type { Question } from '#/rules/questions.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { getAnswers } from '#/features/calls.gen.ts'

type AnswerFirstProps = {
  /** Undefined until loaded. */
  season: { id: number; questions: readonly Question[] } | undefined
  /** The screen's title; its forms have their own. */
  title: ReactNode
  /** Shown once every question has been answered, or if there are none. */
  children: ReactNode
}

/** Asks a player the season's questions before anything else. */
export function AnswerFirst({ season, title, children }: AnswerFirstProps) {
  const questions = season?.questions ?? []
  const read = useRead(getAnswers, { params: { id: season?.id ?? 0 } }, { enabled: questions.length > 0 })
  if (!season || questions.length === 0) return children
  return (
    <Loaded of={read} loading="Loading the questions of this season" skeleton={{ kind: 'lines', count: 3 }}>
      {({ answers }) => {
        const open = questions.filter(({ id }) => answers.every(({ question_id }) => question_id !== id))
        // A player who has answered before is not asked again if only optional questions are open.
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

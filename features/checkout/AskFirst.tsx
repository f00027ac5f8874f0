import type { ReactNode } from 'react'
import { AnswerFirst } from '#/features/questions/AnswerFirst.tsx'
import type { Season } from '#/features/seasons/contract.ts'
import { AcceptFirst } from '#/features/texts/AcceptFirst.tsx'

type AskFirstProps = { season: Season | undefined; title: ReactNode; children: ReactNode }

/** Asks the questions of the organization and the season before the rest of the order. */
export default function AskFirst({ season, title, children }: AskFirstProps) {
  return (
    <AcceptFirst title={title}>
      <AnswerFirst season={season} title={title}>
        {children}
      </AnswerFirst>
    </AcceptFirst>
  )
}

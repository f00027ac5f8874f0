import type { ReactNode } from 'react'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { isAsked, toAsked } from './asked-player.web.ts'
import { getAcceptances } from '#/features/calls.gen.ts'

type AcceptFirstProps = {
  /** The screen's title, which its forms have themselves. */
  title: ReactNode
  /** What comes when everything is accepted. */
  children: ReactNode
}

/** Asks a player for what they have not accepted yet, before anything else. */
export function AcceptFirst({ title, children }: AcceptFirstProps) {
  const read = useRead(getAcceptances, {})
  return (
    <Loaded of={read} loading="Loading what you accept" skeleton={{ kind: 'lines', count: 2 }}>
      {(answer) =>
        !isAsked(toAsked(answer)) ? (
          children
        ) : (
          <>
            {title}
            <AcceptForm
              // Another version is another question.
              key={JSON.stringify(answer.missing)}
              asked={toAsked(answer)}
              onRefused={() => void read.refetch()}
            />
          </>
        )
      }
    </Loaded>
  )
}

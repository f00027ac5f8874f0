import type { ReactNode } from 'react'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { isAsked, toAsked } from './asked-player.web.ts'
import { getAcceptances } from '#/features/calls.gen.ts'

type AcceptFirstProps = {
  /** The screen's title; its forms have their own. */
  title: ReactNode
  /** Shown once everything is accepted. */
  children: ReactNode
}

/** Asks a player to accept outstanding terms before anything else. */
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
              // A new version of a text needs a new acceptance, so the form starts again.
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

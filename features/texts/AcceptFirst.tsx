import type { ReactNode } from 'react'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { getAcceptances } from './contract.ts'

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
      {({ missing, age_to_confirm }) =>
        missing.length === 0 && age_to_confirm === null ? (
          children
        ) : (
          <>
            {title}
            <AcceptForm
              // Another version is another question.
              key={JSON.stringify(missing)}
              asked={{ texts: missing, minimum_age: age_to_confirm }}
              onRefused={() => void read.refetch()}
            />
          </>
        )
      }
    </Loaded>
  )
}

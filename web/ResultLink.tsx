import { Fragment } from 'react'
import { stateLooks } from '#/contract/format.ts'
import type { ConfirmationState } from '#/rules/confirmation.ts'
import { Badge } from './ui/Badge.tsx'
import { TextLink } from './ui/TextLink.tsx'

type ResultLinkProps = {
  to: string
  score: string
  /** The names of both sides, for screen readers. Not needed if the score names them. */
  sides?: readonly [string | null, string | null]
  /** Marks an unconfirmed or disputed score. */
  state?: ConfirmationState | null
}

/** A score in a table, linked to its result. */
export function ResultLink({ to, score, sides, state }: ResultLinkProps) {
  return (
    <TextLink
      to={to}
      className="figures inline-flex min-h-6 flex-wrap items-center text-lg sm:whitespace-nowrap [word-spacing:0.3em]"
    >
      {sides && (
        <span className="sr-only">
          {sides[0]} against {sides[1]}:{' '}
        </span>
      )}
      {/* Five sets are wider than a small phone; a set is never broken. */}
      <span>
        {score.split(' ').map((set, index) => (
          <Fragment key={index}>
            {index > 0 && ' '}
            <span className="whitespace-nowrap">{set}</span>
          </Fragment>
        ))}
      </span>
      {(state === 'unconfirmed' || state === 'disputed') && (
        <span className="ml-2">
          <Badge tone={stateLooks[state].tone}>{stateLooks[state].label}</Badge>
        </span>
      )}
    </TextLink>
  )
}

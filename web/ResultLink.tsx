import { stateLooks } from '#/contract/format.ts'
import type { ConfirmationState } from '#/rules/confirmation.ts'
import { Badge } from './ui/Badge.tsx'
import { TextLink } from './ui/TextLink.tsx'

type ResultLinkProps = {
  to: string
  score: string
  /** The names of both sides, for screen readers; not needed where the score says whose it is. */
  sides?: readonly [string | null, string | null]
  /** An unconfirmed or disputed score says so. */
  state?: ConfirmationState | null
}

/** A score in a table, as a link to its result. */
export function ResultLink({ to, score, sides, state }: ResultLinkProps) {
  return (
    <TextLink
      to={to}
      className="figures inline-flex min-h-6 items-center text-lg whitespace-nowrap [word-spacing:0.3em]"
    >
      {sides && (
        <span className="sr-only">
          {sides[0]} against {sides[1]}:{' '}
        </span>
      )}
      {score}
      {(state === 'unconfirmed' || state === 'disputed') && (
        <span className="ml-2">
          <Badge tone={stateLooks[state].tone}>{stateLooks[state].label}</Badge>
        </span>
      )}
    </TextLink>
  )
}

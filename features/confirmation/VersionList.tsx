import { formatDay, formatMoment } from '#/contract/format.ts'
import type { Confirmation, Version } from '#/features/matches/contract.ts'
import { scoreOutcome } from '#/rules/outcome.ts'

/** Every version of a score with author and time, newest first. */
export function VersionList({
  versions,
  confirmation,
}: {
  versions: readonly Version[]
  confirmation: Confirmation | null
}) {
  return (
    <ol reversed className="flex flex-col gap-3">
      {versions.toReversed().map((version) => (
        <li key={version.version} className="border-l-4 border-line pl-3">
          <p className="tabular font-[620]">
            {scoreOutcome(version.match_status).has_winner ? `${version.winner} ` : ''}
            {version.score_line}
            <span className="font-normal text-ink-soft">, {formatDay(version.match_date)}</span>
          </p>
          <p className="text-sm text-ink-soft">
            {kinds[version.kind]} {version.reported_by}, {formatMoment(version.reported_at)}
          </p>
          {version.answer === null &&
            confirmation?.version === version.version &&
            confirmation.state === 'confirmed' && (
              <p className="text-sm">Confirmed automatically, {formatMoment(confirmation.answer_until)}</p>
            )}
          {version.answer !== null && version.kind !== 'settlement' && version.answered_at && (
            <p className="text-sm">
              {version.answer === 'disputed' ? 'Disputed' : 'Confirmed'} by {version.answered_by},{' '}
              {formatMoment(version.answered_at)}
              {version.answer_reason && <span className="wrap-anywhere">: “{version.answer_reason}”</span>}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const kinds: Record<Version['kind'], string> = {
  report: 'Reported by',
  edit: 'Edited by',
  correction: 'Corrected by',
  settlement: 'Settled by',
}

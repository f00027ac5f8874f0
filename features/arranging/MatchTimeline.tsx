import { useState } from 'react'
import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { formatMoment } from '#/contract/format.ts'
import type { TimelineEntry } from '#/features/matches/arranging-contract.ts'
import { getMatch, reportMessage } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

type MatchTimelineProps = { match_id: number; entries: readonly TimelineEntry[]; canOffer: boolean }

/** The history of arranging a match, and its messages, oldest first. */
export function MatchTimeline({ match_id, entries, canOffer }: MatchTimelineProps) {
  const [reporting, setReporting] = useState<number | null>(null)
  if (entries.length === 0)
    return (
      <p className="text-ink-soft">
        {canOffer ? 'Nothing has happened yet. Offer times to begin.' : 'No messages, and no times were offered.'}
      </p>
    )
  return (
    <>
      <ol className="flex flex-col gap-3">
        {entries.map((entry, place) => (
          <li
            key={`${entry.at} ${place}`}
            className={`rounded-sm border border-line p-3 ${entry.kind === 'message' ? 'bg-surface' : 'bg-sunk'} ${entry.by === 'me' ? 'sm:ml-8' : 'sm:mr-8'}`}
          >
            <p className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
              <span className="font-[650] text-ink">{nameOf(entry)}</span>
              <time dateTime={entry.at} className="tabular">
                {formatMoment(entry.at)}
              </time>
            </p>
            <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
              {entry.text || 'This text was deleted.'}
            </p>
            {entry.kind === 'message' && entry.by === 'them' && (
              <p className="mt-1 text-sm">
                {entry.reported ? (
                  <span className="text-ink-soft">Reported to the organizers</span>
                ) : (
                  <Button variant="quiet" size="sm" onClick={() => setReporting(entry.id)}>
                    Report this message
                  </Button>
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
      {reporting !== null && (
        <ReportDialog match_id={match_id} message_id={reporting} onClose={() => setReporting(null)} />
      )}
    </>
  )
}

function nameOf({ by, by_name, kind }: TimelineEntry): string {
  if (by === 'organizer') return 'An organizer'
  // An offer expires automatically, whichever side made it.
  if (by === null || kind === 'expired') return 'The season’s rules'
  return by === 'me' && by_name === null ? 'Your side' : (by_name ?? 'The other side')
}

type ReportDialogProps = { match_id: number; message_id: number; onClose: () => void }

function ReportDialog({ match_id, message_id, onClose }: ReportDialogProps) {
  const report = useAction(reportMessage, { stale: [getMatch] })
  return (
    <ReasonDialog
      title="Report this message?"
      description="The organizers of this area get it by email, and can read it here."
      confirm="Report message"
      label="What is wrong with it?"
      keep={useFormDraft(`report-${message_id}`)}
      onSend={(reason) => report.submit({ params: { id: match_id, message_id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

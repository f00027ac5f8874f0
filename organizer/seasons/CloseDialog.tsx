import type { ReactNode } from 'react'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { closeSeason, getOrganizerSeason, listOrganizerSeasons, previewClosing } from '#/organizer/calls.gen.ts'
import type { ClosingPreview, SeasonDetail } from './contract.ts'

type CloseDialogProps = { season: SeasonDetail; onClose: () => void; onChangeDays: () => void }

/** Closes a season. Lists everything that prevents it, each with a link, and what to do. */
export function CloseDialog({ season, onClose, onChangeDays }: CloseDialogProps) {
  const read = useRead(previewClosing, { params: { id: season.id } })
  const close = useAction(closeSeason, {
    stale: [getOrganizerSeason, listOrganizerSeasons, listSeasons, previewClosing],
    onDone: onClose,
    // Somebody has reported a result in the meantime: the list shows it.
    onRefused: () => read.refetch(),
  })
  const preview = read.data
  const until = preview?.possible_until ?? null
  const run = (day?: string) => close.run({ params: { id: season.id }, body: day === undefined ? {} : { until: day } })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Close ${season.name} ${season.year}?`}
      description="No more matches count in a closed season, and its play-offs can be created. To open it again, change its days."
      role="alertdialog"
      size="lg"
      actions={
        <>
          {preview && preview.problem === null && (
            <Button variant="danger" busy={close.busy} onClick={() => run(until ?? undefined)}>
              {until === null ? 'Close the season' : `Close it after ${formatDay(until)}`}
            </Button>
          )}
          {preview?.problem === 'season_not_begun' && <Button onClick={onChangeDays}>Change the days</Button>}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Loaded of={read} loading="Checking whether it can be closed" skeleton={{ kind: 'lines', count: 3 }}>
        {(loaded) => <Closing preview={loaded} season={season} />}
      </Loaded>
    </Dialog>
  )
}

function Closing({ preview, season }: { preview: ClosingPreview; season: SeasonDetail }) {
  const { problem, until, results, results_total, possible_until, disputed, unconfirmed, unplayed } = preview
  if (problem === 'season_over') return <p>This season is already closed.</p>
  if (problem === 'season_not_begun')
    return <p>This season has not run for a full day yet, so it cannot be closed. You can change its dates.</p>
  const matches = (state: 'disputed' | 'unconfirmed' | 'overdue') =>
    paths.organizer.matchesOf({ state, season: season.slug, year: season.year })
  return (
    <div className="flex flex-col gap-4">
      {possible_until === null ? (
        <p>Matches count until yesterday, {formatDay(until)}.</p>
      ) : (
        <Notice tone="warn" title={`${count(results_total, 'result', 'results')} of today would not count`}>
          <p>
            If you close the season now, matches count until {formatDay(until)}. You can close it after{' '}
            {formatDay(possible_until)} instead, so that everything counts. If a date is wrong, open the result and
            correct it.
          </p>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
            {results.map(({ match_id, title, match_date }) => (
              <li key={match_id}>
                <TextLink to={paths.organizer.match(match_id)}>{title}</TextLink>, {formatDay(match_date)}
              </li>
            ))}
            {results_total > results.length && <li>and {results_total - results.length} more</li>}
          </ul>
        </Notice>
      )}
      {disputed + unconfirmed + unplayed > 0 && (
        <div>
          <p>This does not stop you, but the play-offs depend on it:</p>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
            {disputed > 0 && (
              <Line to={matches('disputed')} text={count(disputed, 'disputed result', 'disputed results')}>
                to be settled before the play-offs of {disputed === 1 ? 'its league' : 'their leagues'}.
              </Line>
            )}
            {unconfirmed > 0 && (
              <Line to={matches('unconfirmed')} text={count(unconfirmed, 'result', 'results')}>
                that the other side can still answer. Confirm {unconfirmed === 1 ? 'it' : 'them'}, or wait until{' '}
                {unconfirmed === 1 ? 'it is' : 'they are'} final.
              </Line>
            )}
            {unplayed > 0 && (
              <li>
                {count(unplayed, 'match has', 'matches have')} no score, and will not count.{' '}
                <TextLink to={matches('overdue')}>See the overdue ones</TextLink> to enter or award them.
              </li>
            )}
          </ul>
        </div>
      )}
    </div>
  )
}

function Line({ to, text, children }: { to: string; text: string; children: ReactNode }) {
  return (
    <li>
      <TextLink to={to}>{text}</TextLink> {children}
    </li>
  )
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

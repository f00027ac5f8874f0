import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { formatDay, formatDays } from '#/contract/format.ts'
import { formatSentence, formatWordsOf } from '#/rules/formats/formats.ts'
import { useNavigate, useParams, useSearchParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { listOrganizerMatches, moveInDraw, previewDraw, previewDraws, getOverview } from '#/organizer/calls.gen.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useChange, useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { DeletedMatches, DrawRounds, Flights, Ladder } from './DrawRounds.tsx'
import { useForm } from '#/web/form.ts'
import { showToast } from '#/web/ui/toasts.ts'
import { DrawError } from './DrawError.tsx'
import { drawLeague, type DrawPreview } from './contract.ts'
import { formatDrawBy, formatProblem, formatShortage } from './format.ts'

/** The draw of one league before it is made: ?redraw=yes for all matches that are neither dated nor played. */
export default function DrawPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const redraw = params.get('redraw') === 'yes'
  const read = useRead(previewDraw, { params: { id }, query: { redraw: redraw ? 'yes' : 'no' } })
  if (read.data) return <Preview preview={read.data} redraw={redraw} onChanged={() => void read.refetch()} />
  return (
    <Screen title="Draw">
      <Loaded
        of={read}
        loading="Preparing the draw"
        skeleton={{ kind: 'lines', count: 6 }}
        missing="We could not find this league in your areas."
        action={<ButtonLink to={deskPaths.draws()}>All leagues</ButtonLink>}
      />
    </Screen>
  )
}

type PreviewProps = { preview: DrawPreview; redraw: boolean; onChanged: () => void }

function Preview({ preview, redraw, onChanged }: PreviewProps) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const draw = useChange(drawLeague, [previewDraw, previewDraws, listOrganizerMatches, getOverview])
  const move = useAction(moveInDraw, { stale: [previewDraw, previewDraws] })
  const { league_id, division_name, area, season, season_slug, year, entries, kept, added, removed, problem } = preview
  const onMove = preview.can_move
    ? (entry_id: number, above_id: number) => move.run({ params: { id: league_id }, body: { entry_id, above_id } })
    : null
  const verb = redraw ? 'Redraw' : 'Draw'
  const { group, by_period } = formatWordsOf(preview.format.kind)
  const round = by_period ? 'period' : 'round'
  const byes =
    group === null ? '; an odd number, so one has a bye each round' : '; a flight of an odd number has a bye each round'
  const send = async (reason: string) => {
    const body = { digest: preview.digest, redraw, reason }
    const { message } = await draw.mutateAsync({ params: { id: league_id }, body })
    showToast({ tone: 'good', text: message })
    setIsOpen(false)
    await navigate(deskPaths.draw(league_id), { replace: true })
  }
  return (
    <Screen
      kicker={
        <LeagueLink id={league_id}>
          {division_name}, {season} {year}, {areaName(area)}
        </LeagueLink>
      }
      title={`${verb} ${division_name}`}
      lead={`${entries} ${entries === 1 ? 'entry' : 'entries'}${preview.new_entries > 0 ? `, ${preview.new_entries} of them without matches` : ''}${preview.byes ? byes : ''}. ${kept} ${kept === 1 ? 'match stays as it is' : 'matches stay as they are'}.`}
      actions={
        <ButtonLink to={deskPaths.draws({ season: season_slug, year, area })} variant="secondary">
          All leagues
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-6">
        {redraw && (
          <Notice tone="warn" title="A redraw deletes matches">
            The {removed} matches without a date or a score are deleted, and the rest is drawn again over the remaining
            days. Matches with a date or a score stay.
          </Notice>
        )}
        <p className="max-w-prose">
          {formatSentence(preview.format)}
          {preview.waits_until &&
            ` The next ${round} is drawn after ${formatDay(preview.waits_until)}, or by you when all matches of this one are played.`}
        </p>
        {preview.draw_by !== 'last_season' && (
          <p className="max-w-prose text-ink-soft">{formatDrawBy(preview.draw_by)}</p>
        )}
        {preview.closed_days.length > 0 && (
          <p className="max-w-prose text-ink-soft">
            Without play:{' '}
            {preview.closed_days.map(({ name, from, to }) => `${name} (${formatDays(from, to)})`).join(', ')}.
          </p>
        )}
        {preview.shortage && (
          <Notice tone="warn" title="Too few matches for play-offs">
            {formatShortage(preview.shortage)}
          </Notice>
        )}
        {draw.error && !isOpen && (
          <DrawError
            error={draw.error}
            onReload={() => {
              draw.reset()
              onChanged()
            }}
          />
        )}
        <div className="flex flex-wrap items-start gap-3">
          <Button
            variant={redraw ? 'danger' : 'primary'}
            reason={formatProblem(problem)}
            busy={draw.isPending && !isOpen}
            onClick={() => (redraw ? setIsOpen(true) : void send('').catch(() => {}))}
          >
            {problem !== null
              ? verb
              : preview.ladder.length > 0
                ? `${verb}: ${preview.ladder.length} on the ladder`
                : `${verb}: ${added} added, ${removed} deleted`}
          </Button>
          {redraw ? (
            <ButtonLink to={deskPaths.draw(league_id)} variant="secondary">
              Keep the matches
            </ButtonLink>
          ) : (
            <ButtonLink to={`${deskPaths.draw(league_id)}?redraw=yes`} variant="secondary">
              Redraw open matches
            </ButtonLink>
          )}
        </div>
        {preview.ladder.length > 0 && <Ladder names={preview.ladder} onMove={onMove} />}
        {preview.flights.length > 0 && <Flights group={group} flights={preview.flights} onMove={onMove} />}
        {preview.rounds.length > 0 && <DrawRounds rounds={preview.rounds} word={round} />}
        {preview.gone.length > 0 && <DeletedMatches matches={preview.gone} />}
        {preview.rounds.length + preview.gone.length + preview.ladder.length === 0 && (
          <EmptyState picture="no-matches" title="Nothing to draw">
            {formatProblem(problem)}
          </EmptyState>
        )}
      </div>
      {isOpen && <RedrawDialog preview={preview} onSubmit={send} onClose={() => setIsOpen(false)} />}
    </Screen>
  )
}

type RedrawDialogProps = { preview: DrawPreview; onSubmit: (reason: string) => Promise<void>; onClose: () => void }

function RedrawDialog({ preview, onSubmit, onClose }: RedrawDialogProps) {
  const form = useForm({
    schema: drawLeague.body,
    keep: useFormDraft(`redraw-${preview.league_id}`, ['digest']),
    initial: { digest: preview.digest, redraw: true, reason: '' },
    onSubmit: ({ reason }) => onSubmit(reason ?? ''),
  })
  return (
    <ReasonDialog
      title={`Redraw ${preview.division_name}?`}
      description={`${preview.removed} matches are deleted and ${preview.added} added. Players who were about to set a date will find other matches.`}
      confirm="Redraw"
      danger
      form={form}
      onClose={onClose}
    />
  )
}

import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { listOrganizerMatches } from '#/organizer/matches/contract.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { formatDays } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { DrawError } from './DrawError.tsx'
import { drawLeague, previewDraw, previewDraws, type DrawPreview } from './contract.ts'
import { formatProblem } from './format.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

/** The draw of one league before it is made: ?redraw=yes for all that is neither dated nor played. */
export default function DrawPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const redraw = params.get('redraw') === 'yes'
  const read = useRead(previewDraw, { params: { id }, query: { redraw: redraw ? 'yes' : 'no' } })
  if (read.data) return <Preview preview={read.data} redraw={redraw} onChanged={() => void read.refetch()} />
  return (
    <>
      <title>Draw · Deuce</title>
      <PageHeader title="Draw" />
      {read.error ? (
        <ReadError
          of={read}
          missing="We could not find this league in your areas."
          action={<ButtonLink to={paths.organizer.draws()}>All leagues</ButtonLink>}
        />
      ) : (
        <Skeleton count={6} label="Working out the draw" />
      )}
    </>
  )
}

type PreviewProps = { preview: DrawPreview; redraw: boolean; onChanged: () => void }

function Preview({ preview, redraw, onChanged }: PreviewProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const draw = useChange(drawLeague, [previewDraw, previewDraws, listOrganizerMatches, getOverview])
  const { league_id, division_name, area, season, season_slug, year, entries, kept, added, removed, problem } = preview
  const title = `${redraw ? 'Redraw' : 'Draw'} ${division_name}`
  const send = async (reason: string) => {
    const { message } = await draw.mutateAsync({
      params: { id: league_id },
      body: { digest: preview.digest, redraw, reason },
    })
    showToast({ tone: 'good', text: message })
    setAsking(false)
    await navigate(paths.organizer.draw(league_id), { replace: true })
  }
  return (
    <>
      <title>{`${title} · Deuce`}</title>
      <PageHeader
        kicker={`${season} ${year}, ${areaName(area)}`}
        title={title}
        lead={`${entries} ${entries === 1 ? 'entry' : 'entries'}${preview.new_entries > 0 ? `, ${preview.new_entries} of them without matches` : ''}${preview.byes ? '; an odd number, so one has a bye each round' : ''}. ${kept} ${kept === 1 ? 'match stays as it is' : 'matches stay as they are'}.`}
        actions={
          <ButtonLink to={paths.organizer.draws({ season: season_slug, year, area })} variant="secondary">
            All leagues
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-6">
        {redraw && (
          <Notice tone="warn" title="A redraw deletes matches">
            The {removed} matches without a date or a score are deleted, and the pairs that have not met are drawn again
            over the remaining days. Matches with a date or a score stay.
          </Notice>
        )}
        {draw.error && !asking && (
          <DrawError
            error={draw.error}
            onLook={() => {
              draw.reset()
              onChanged()
            }}
          />
        )}
        <div className="flex flex-wrap items-start gap-3">
          <Button
            variant={redraw ? 'danger' : 'primary'}
            reason={formatProblem(problem)}
            busy={draw.isPending && !asking}
            onClick={() => (redraw ? setAsking(true) : void send('').catch(() => {}))}
          >
            {problem !== null
              ? redraw
                ? 'Redraw'
                : 'Draw'
              : `${redraw ? 'Redraw' : 'Draw'}: ${added} added, ${removed} deleted`}
          </Button>
          {redraw ? (
            <ButtonLink to={paths.organizer.draw(league_id)} variant="secondary">
              Keep the matches as they are
            </ButtonLink>
          ) : (
            <ButtonLink to={`${paths.organizer.draw(league_id)}?redraw=yes`} variant="secondary">
              Redraw open matches
            </ButtonLink>
          )}
        </div>
        {preview.rounds.length > 0 && <Rounds rounds={preview.rounds} />}
        {preview.gone.length > 0 && (
          <section aria-labelledby="gone">
            <h2 id="gone" className="lettering pb-2 text-xl">
              {preview.gone.length} deleted
            </h2>
            <ul className="columns-1 sm:columns-2">
              {preview.gone.map(({ one, two, play_from }) => (
                <li key={`${one} ${two} ${play_from}`} className="py-1 text-ink-soft line-through">
                  {one} – {two}
                </li>
              ))}
            </ul>
          </section>
        )}
        {preview.rounds.length + preview.gone.length === 0 && (
          <EmptyState picture="no-matches" title="Nothing to draw">
            {formatProblem(problem)}
          </EmptyState>
        )}
      </div>
      {asking && (
        <ReasonDialog
          title={`Redraw ${division_name}?`}
          description={`${removed} matches are deleted and ${added} added. Players who were about to set a date will find other matches.`}
          confirm="Redraw"
          danger
          hint="The audit log keeps it."
          onClose={() => setAsking(false)}
          onConfirm={send}
        />
      )}
    </>
  )
}

/** The new cards, a plate a round. */
function Rounds({ rounds }: { rounds: DrawPreview['rounds'] }) {
  return (
    <section aria-labelledby="rounds">
      <h2 id="rounds" className="lettering pb-2 text-xl">
        {rounds.length} {rounds.length === 1 ? 'round' : 'rounds'}
      </h2>
      <ol className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {rounds.map(({ round, play_from, play_by, cards, bye }) => (
          <Card as="li" key={round}>
            <h3 className="font-[680]">Round {round}</h3>
            <p className="pb-2 text-sm text-ink-soft">{formatDays(play_from, play_by)}</p>
            <ul>
              {cards.map(({ one, two }) => (
                <li key={`${one} ${two}`} className="border-t border-line py-1.5">
                  {one} <span className="text-ink-soft">–</span> {two}
                </li>
              ))}
              {bye && <li className="border-t border-line py-1.5 text-ink-soft">Bye: {bye}</li>}
            </ul>
          </Card>
        ))}
      </ol>
    </section>
  )
}

import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { areaName, findArea } from '#/contract/areas.ts'
import { scoreOutcome } from '#/rules/outcome.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { useNavigate, useParams } from '#/web/router.tsx'
import { AnswerPanel } from '#/features/confirmation/AnswerPanel.tsx'
import {
  confirmScore,
  disputeScore,
  listStandings,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
} from '#/features/calls.gen.ts'
import { VersionList } from '#/features/confirmation/VersionList.tsx'
import { formatDay, formatLeague } from '#/contract/format.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import type { Live } from '#/web/live.ts'
import { now } from '#/web/now.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { ClockNote } from '#/features/matches/ClockNote.tsx'
import type { ResultDetail } from '#/features/matches/contract.ts'
import { AtTheNet } from './AtTheNet.tsx'
import { ResultBoard } from './ResultBoard.tsx'
import { formatDuration, formatOutcome } from '#/features/matches/format.ts'

const ReactionButtons = lazyPart(() => import('#/features/reactions/ReactionButtons.tsx'))

const Moment = lazyPart(() => import('./Moment.tsx'))

const live: Live<ResultDetail> = {
  // The result's players watch only their match, everyone else watches the league.
  topics: (result) =>
    !result ? [] : result.confirmation?.role ? [`match:${result.id}`] : [`league:${result.league_id}`],
  says: 'This result has changed.',
}

/** One result as a board, with everything that was reported. */
export default function ResultPage() {
  const { id = '' } = useParams()
  const read = useRead(getResult, { params: { id } }, { live })
  const result = read.data
  return (
    <Screen
      title={result ? formatOutcome(result) : 'Result'}
      documentTitle={result && `${formatOutcome(result)} ${result.score_line}`}
      kicker={result && formatLeague(result)}
      lead={result && <p className="tabular">{formatDay(result.match_date)}</p>}
      actions={result && <ShareButton key={result.id} id={result.id} />}
    >
      <Loaded
        of={read}
        loading="Loading the result"
        skeleton={{ kind: 'lines', count: 6 }}
        missing="We could not find this result."
        action={<ButtonLink to={paths.results}>All results</ButtonLink>}
      >
        {(loaded) => <Detail result={loaded} />}
      </Loaded>
    </Screen>
  )
}

function Detail({ result }: { result: ResultDetail }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-4">
        <ResultBoard result={result} people={[personsOf(result.winner), personsOf(result.opponent)]} />
        <Suspense>
          {isFresh(result) && <Moment match_id={result.id} />}
          <ReactionButtons match_id={result.id} />
        </Suspense>
        {result.confirmation && <Answer id={result.id} confirmation={result.confirmation} />}
        {result.confirmation?.role === 'author' && result.state === 'unconfirmed' && <AtTheNet id={result.id} />}
        <section aria-labelledby="notes">
          <h2 id="notes" className="lettering pb-2 text-xl">
            Match notes
          </h2>
          <p className={`whitespace-pre-line ${result.match_notes === '' ? 'text-ink-soft' : ''}`}>
            {result.match_notes || 'No notes.'}
          </p>
        </section>
        {findArea(result.match_area) !== undefined && (
          <p>
            <TextLink to={paths.areaResults(result.match_area)}>More results in {areaName(result.match_area)}</TextLink>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-6">
        <Card>
          <DataList items={factsOf(result)} />
        </Card>
        <section aria-labelledby="versions">
          <h2 id="versions" className="lettering pb-2 text-xl">
            Versions
          </h2>
          <VersionList versions={result.versions} confirmation={result.confirmation} />
          <ClockNote area={result.match_area} />
        </section>
      </div>
    </div>
  )
}

/** Hours after which a result is no longer news to its players. */
const FRESH_HOURS = 48

/** Whether the reader's own result was reported or answered a short time ago, and nobody disputes it. */
function isFresh({ confirmation, kind, state, versions }: ResultDetail): boolean {
  const isMine = confirmation?.role === 'author' || confirmation?.role === 'other'
  if (!isMine || kind !== 'league' || state === 'disputed') return false
  const since = now().getTime() - FRESH_HOURS * 3_600_000
  return versions.some(({ reported_at, answered_at }) => Date.parse(answered_at ?? reported_at) >= since)
}

function personsOf({ players }: ResultDetail['winner']) {
  return { face: <Faces of={players} />, label: <PlayerNames of={players} /> }
}

function factsOf(result: ResultDetail): { term: string; value: ReactNode }[] {
  const tied = !scoreOutcome(result.match_status).has_winner
  const duration = formatDuration(result.duration)
  return [
    { term: tied ? 'Player one' : 'Winner', value: <PlayerNames of={result.winner.players} /> },
    { term: tied ? 'Player two' : 'Opponent', value: <PlayerNames of={result.opponent.players} /> },
    { term: 'Match date', value: formatDay(result.match_date) },
    { term: 'Match status', value: result.match_status ?? 'Played to the end' },
    ...result.set_games.map(({ score_1, score_2 }, index) => ({
      term: `Set ${index + 1}`,
      value: `${score_1}-${score_2}`,
    })),
    { term: 'Total', value: result.total_score },
    { term: 'Where', value: `${result.match_location}, ${areaName(result.match_area)}` },
    ...(duration ? [{ term: 'Duration', value: duration }] : []),
    { term: 'Reported by', value: result.reported_by },
  ]
}

/** The signed-in reader's actions on the score. */
function Answer({ id, confirmation }: { id: number; confirmation: NonNullable<ResultDetail['confirmation']> }) {
  const navigate = useNavigate()
  const stale = [getResult, listResults, listStandings, listMyMatches, getMatch]
  const confirm = useAction(confirmScore, { stale })
  const dispute = useAction(disputeScore, { stale })
  const { version } = confirmation
  return (
    <AnswerPanel
      confirmation={confirmation}
      onConfirm={() => confirm.submit({ params: { id }, body: { version } })}
      onDispute={(reason) => dispute.submit({ params: { id }, body: { version, reason } })}
      keep={useFormDraft(`dispute-${id}-${version}`)}
      onCorrect={() => void navigate(paths.correctScore(id))}
    />
  )
}

/** Copies the public link. */
function ShareButton({ id }: { id: number }) {
  const [copied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    const link = location.origin + paths.sharedResult(id)
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      showToast({ tone: 'bad', text: `The link could not be copied: ${link}` })
    }
  }

  return (
    <Button variant="secondary" onClick={() => void copy()}>
      {copied ? 'Copied!' : 'Copy link'}
    </Button>
  )
}

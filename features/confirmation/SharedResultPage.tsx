import { useParams } from 'react-router'
import { getPublicResult, type PublicResult } from '#/features/matches/contract.ts'
import { sayArea } from '#/features/matches/words.ts'
import { sayDay } from '#/features/seasons/words.ts'
import { scoreOutcome } from '#/rules/score.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/web/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { stateLooks } from './words.ts'

/** A result as anybody with its link sees it. */
export default function SharedResultPage() {
  const { id = '' } = useParams()
  return (
    <PublicFrame>
      <SharedResult id={id} />
    </PublicFrame>
  )
}

function SharedResult({ id }: { id: string }) {
  const read = useRead(getPublicResult, { params: { id } })
  if (read.data) return <Board result={read.data} />
  return (
    <>
      <title>Result · Deuce</title>
      <PageHeader title="Result" />
      {read.error ? (
        <ErrorState
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
          requestId={read.error.request_id ?? undefined}
          action={<ButtonLink to={paths.signIn}>Go to Deuce</ButtonLink>}
        >
          {read.error.status === 404 || read.error.status === 422 ? 'There is no such result.' : read.error.message}
        </ErrorState>
      ) : (
        <Skeleton count={4} label="Loading the result" />
      )}
    </>
  )
}

function Board({ result }: { result: PublicResult }) {
  const tied = result.match_status === 'Match ended in a tie'
  const verb = tied ? 'and' : scoreOutcome(result.match_status).counts_as_played ? 'beat' : 'over'
  const look = stateLooks[result.state]
  const title = `${result.winner.name} ${verb} ${result.opponent.name}`
  return (
    <>
      <title>{`${title} ${result.score_line} · Deuce`}</title>
      <PageHeader
        kicker={`${result.league_name} ${result.year}, ${result.level_name}, ${sayArea(result.area)}`}
        title={title}
        lead={<p className="tabular">{sayDay(result.match_date)}</p>}
      />
      <Scoreboard
        size="large"
        sides={[{ name: result.winner.name }, { name: result.opponent.name }]}
        sets={result.set_games}
        winner={tied ? null : 0}
        caption={`${result.winner.name} against ${result.opponent.name}`}
        foot={
          <span className="flex flex-wrap items-center gap-3">
            <span className="figures text-xl text-on-board [word-spacing:0.3em]">{result.score_line}</span>
            {result.match_status && <Badge tone="warn">{result.match_status}</Badge>}
            <Badge tone={look.tone}>{look.label}</Badge>
          </span>
        }
      />
      <p className="mt-6">
        <ButtonLink to={paths.result(result.id)} variant="secondary">
          Open it in Deuce
        </ButtonLink>
      </p>
    </>
  )
}

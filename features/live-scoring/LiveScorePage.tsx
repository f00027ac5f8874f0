import { useEffect } from 'react'
import { useNavigate, useParams } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { formatLeague } from '#/contract/format.ts'
import { getUser, getMatch, listMyMatches, deleteLiveScore, getLiveScore } from '#/features/calls.gen.ts'
import { finalScore } from '#/rules/live-scoring.ts'
import { useAction } from '#/web/action.ts'
import { queries, readOf, useRead } from '#/web/api.ts'
import { oldestOf } from '#/web/as-of.ts'
import { addressOf, ApiError } from '#/web/call.ts'
import { saveFormDraft } from '#/web/form-draft.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { useHydrated } from '#/web/served-page.ts'
import { impersonation } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import type { ScoredLive } from './contract.ts'
import { Follower } from './Follower.tsx'
import {
  forgetLive,
  liveOnDevice,
  pen,
  startLive,
  stateOf,
  takeOver,
  countUnsent,
  type LiveOnDevice,
} from './live-device.web.ts'
import { scoreFormValues } from './score-form-values.web.ts'
import { Scorer } from './Scorer.tsx'
import { SetupForm } from './SetupForm.tsx'

/** The live score of a match: its players score it, others follow. */
export default function LiveScorePage() {
  const { id = '' } = useParams()
  const input = { params: { id } }
  const read = useRead(getLiveScore, input, {
    live: { topics: (shown) => (shown ? [`live:${shown.match_id}`, `match:${shown.match_id}`] : []), says: null },
  })
  const me = useRead(getUser, {})
  // Which device scores the match depends on the data kept on this one.
  const hydrated = useHydrated()
  const readAt = oldestOf([addressOf(getLiveScore, input)]) ?? read.dataUpdatedAt
  const title = read.data ? `${read.data.player_one} against ${read.data.player_two}` : 'Live score'
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <PageTitle>{read.data ? `Live: ${title}` : title}</PageTitle>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="lettering text-xl">
          Live score
          {read.data && <span className="sr-only">: {title}</span>}
        </h1>
        <p className="text-sm text-ink-soft">{read.data && formatLeague(read.data)}</p>
      </div>
      <Loaded
        of={[read, me]}
        loading="Loading the live score"
        skeleton={{ kind: 'cards', count: 2 }}
        missing="We could not find this match. Only the players of its league can follow it."
        action={<ButtonLink to={paths.profile}>My matches</ButtonLink>}
      >
        {(match, { user }) => (
          <div className="flex flex-col gap-3">
            {hydrated ? (
              <LiveScore match={match} player_id={user.id} readAt={readAt} />
            ) : (
              <Skeleton kind="cards" count={2} label="Loading the live score" />
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}

type LiveScoreProps = {
  match: ScoredLive
  player_id: number
  /** When the match was read from the server. */ readAt: number
}

function LiveScore({ match, player_id, readAt }: LiveScoreProps) {
  const { match_id, live } = match
  // An organizer can only watch during an impersonation.
  const scoring = impersonation.get() === null ? match.scoring : null
  const navigate = useNavigate()
  const stored = useStored(liveOnDevice(match_id))
  const kept = stored?.player_id === player_id ? stored : null
  const isHere = kept !== null && holdsPen(kept, match, readAt)
  // Whether another device has continued or ended the score, so that this device's copy is useless.
  const isDead = kept !== null && !isHere && kept.lost === null && countUnsent(kept) === 0
  useEffect(() => {
    if (isDead || (match.is_reported && kept?.lost === null)) forgetLive(match_id)
  }, [isDead, match.is_reported, kept?.lost, match_id])
  const remove = useAction(deleteLiveScore, {
    stale: [getLiveScore, getMatch, listMyMatches],
    onDone: () => forgetLive(match_id),
  })

  async function report(shown: Pick<LiveOnDevice, 'setup' | 'log'>): Promise<void> {
    const final = finalScore(stateOf(shown))
    if (!final) return
    try {
      const card = await queries.ensureQueryData(readOf(getMatch, { params: { id: String(match_id) } }))
      saveFormDraft({ name: `score-${match_id}-by-${player_id}` }, scoreFormValues(card, final, shown.log))
      await navigate(paths.matchScoreSubmission(match_id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'bad', text: error.message })
    }
  }

  if (kept?.lost)
    return (
      <>
        <Notice
          tone="warn"
          title="Scoring has ended on this phone"
          actions={<Button onClick={() => forgetLive(match_id)}>See the score</Button>}
        >
          {kept.lost.message}
          {kept.lost.entries > 0 &&
            ` ${kept.lost.entries} ${kept.lost.entries === 1 ? 'tap was' : 'taps were'} not added.`}
        </Notice>
        {live && <Follower match={match} />}
      </>
    )
  if (match.is_reported)
    return (
      <EmptyState
        picture="no-results"
        title="This match has been reported"
        action={<ButtonLink to={paths.result(match_id)}>See the result</ButtonLink>}
      >
        {match.player_one} against {match.player_two}.
      </EmptyState>
    )
  if (scoring && kept && isHere)
    return (
      <Scorer
        match={match}
        kept={kept}
        onReport={() => report(kept)}
        onDelete={() => {
          // The server may not have the live score yet.
          if (kept.synced === null) forgetLive(match_id)
          else remove.run({ params: { id: String(match_id) } })
        }}
      />
    )
  if (live)
    return (
      <>
        <Follower match={match} />
        {scoring && scoring.closed === null && (
          <div className="flex flex-col gap-3">
            {live.state.over && (
              <Button size="lg" wide onClick={() => void report({ setup: live.setup, log: scoring.log })}>
                Report this score
              </Button>
            )}
            <Button variant="secondary" size="lg" wide onClick={() => takeOver(match, player_id)}>
              Score on this phone
            </Button>
            {scoring.pen !== pen.get() && (
              <p className="text-sm text-ink-soft">
                {live.scored_by} is scoring now. One phone scores at a time: yours takes over.
              </p>
            )}
          </div>
        )}
        {scoring?.closed && <Notice title="This match cannot be scored now">{scoring.closed}</Notice>}
      </>
    )
  if (scoring && scoring.closed === null)
    return <SetupForm match={match} scoring={scoring} onStart={(setup) => startLive(match_id, player_id, setup)} />
  return (
    <EmptyState
      picture="no-results"
      title={scoring ? 'This match cannot be scored now' : 'Nobody is scoring this match'}
      action={<TextLink to={paths.profile}>My matches</TextLink>}
    >
      {scoring?.closed ?? 'When one of its players starts scoring, it appears here automatically.'}
    </EmptyState>
  )
}

/** Whether this device scores the match. The server knows this, unless its information is older than the device's. */
function holdsPen(kept: LiveOnDevice, { live, scoring }: ScoredLive, readAt: number): boolean {
  if (!scoring) return false
  if (kept.synced === null || kept.takes || kept.confirmed_at >= readAt) return true
  return live !== null && scoring.pen === pen.get()
}

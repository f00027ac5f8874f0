import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { listResults, getMatch, getResult, listMyMatches } from '#/features/matches/contract.ts'
import { formatDuration } from '#/features/matches/format.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import type { Reply } from '#/contract/endpoint.ts'
import {
  getOrganizerMatch,
  giveWalkovers,
  listOrganizerMatches,
  listSilent,
  settleByVersion,
  voidResult,
  type OrganizerMatch,
  type OrganizerVersion,
  type Side,
} from './contract.ts'
import { organizerLooks, formatEffort, formatKind, formatLeague, formatMatch, formatTitle } from './format.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

type Shown = Reply<typeof getOrganizerMatch>
type Asking = { what: 'settle'; version: OrganizerVersion } | { what: 'void' | 'give' }

/** One match of the desk: every version of its score side by side, and what an organizer can do about it. */
export default function OrganizerMatchPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerMatch, { params: { id } })
  if (read.data) return <Detail shown={read.data} />
  return (
    <>
      <title>Match · Deuce</title>
      <PageHeader title="Match" />
      {read.error ? (
        <ReadError
          of={read}
          missing="We could not find this match in your areas."
          action={<ButtonLink to={paths.organizer.matches}>All matches</ButtonLink>}
        />
      ) : (
        <Skeleton count={6} label="Loading the match" />
      )}
    </>
  )
}

function Detail({ shown }: { shown: Shown }) {
  const { match, versions, mine, playoffs_made } = shown
  const [asking, setAsking] = useState<Asking | null>(null)
  const title = formatTitle(match)
  const look = organizerLooks[match.state]
  const hasScore = match.version !== null
  const canceled = match.state === 'canceled'
  // An organizer who plays is a player like any other, until it is an organizer's turn.
  const own =
    mine && match.state !== 'disputed' && match.state !== 'played'
      ? 'You play in this match, so answer it as a player.'
      : undefined
  return (
    <>
      <title>{`${title} · Deuce`}</title>
      <PageHeader
        kicker={`${formatLeague(match)}, ${areaName(match.area)}`}
        title={title}
        lead={
          <>
            <p className="mb-2">
              <Badge tone={look.tone}>{look.label}</Badge>
            </p>
            <p>{formatMatch(match)}</p>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {match.dispute && (
          <Notice tone="error" title={`${match.disputed_by} disputes the score`}>
            <p className="wrap-anywhere">“{match.dispute}”</p>
          </Notice>
        )}
        {match.state === 'overdue' && <Notice tone="warn">{formatEffort(match)}</Notice>}
        {playoffs_made && match.playoff_stage === null && !canceled && (
          <Notice>
            The play-offs of this league have been created. A change here updates the standings, but not the bracket.
          </Notice>
        )}
        {versions.length > 0 && (
          <section aria-labelledby="versions" className="flex flex-col gap-3">
            <h2 id="versions" className="lettering text-xl">
              {versions.length === 1 ? 'One version' : `All ${versions.length} versions`}
            </h2>
            <ol reversed className="grid items-start gap-4 md:grid-cols-2 2xl:grid-cols-3">
              {versions.map((version) => (
                <li key={version.version}>
                  <Version
                    match={match}
                    version={version}
                    action={
                      hasScore &&
                      !version.voided && (
                        <Button
                          variant={version.stands && match.state === 'played' ? 'secondary' : 'primary'}
                          reason={
                            own ??
                            (version.stands && version.answer === 'settled'
                              ? 'The score is already settled as this version.'
                              : undefined)
                          }
                          onClick={() => setAsking({ what: 'settle', version })}
                        >
                          This one is right
                        </Button>
                      )
                    }
                  />
                </li>
              ))}
            </ol>
          </section>
        )}
        {!canceled && (
          <section aria-labelledby="todo" className="flex flex-col gap-3">
            <h2 id="todo" className="lettering text-xl">
              {hasScore ? 'Other actions' : 'Actions'}
            </h2>
            <div className="flex flex-wrap items-start gap-3">
              <ScoreLink match={match} own={own} hasScore={hasScore} />
              {match.state === 'overdue' && (
                <Button
                  variant="secondary"
                  reason={mine ? 'You play in this match, so another organizer has to award it.' : undefined}
                  onClick={() => setAsking({ what: 'give' })}
                >
                  Award a walkover
                </Button>
              )}
              {hasScore && (
                <Button variant="danger" reason={own} onClick={() => setAsking({ what: 'void' })}>
                  Void the result
                </Button>
              )}
            </div>
          </section>
        )}
        <p>
          <TextLink to={paths.organizer.recordOf(`match ${match.id}`)}>Audit log of this match</TextLink>
        </p>
      </div>
      {asking && <Asked asking={asking} match={match} onClose={() => setAsking(null)} />}
    </>
  )
}

function ScoreLink({ match, own, hasScore }: { match: OrganizerMatch; own: string | undefined; hasScore: boolean }) {
  const label = hasScore ? 'Enter the right score' : 'Enter the result'
  if (own)
    return (
      <Button variant="secondary" reason={own}>
        {label}
      </Button>
    )
  return (
    <ButtonLink to={paths.organizer.matchScore(match.id)} variant="secondary">
      {label}
    </ButtonLink>
  )
}

/** A version as a board, side one above, with who brought it and what was said to it. */
function Version({ match, version, action }: { match: OrganizerMatch; version: OrganizerVersion; action: ReactNode }) {
  const { winner, set_games, match_status } = version
  const turned = winner === 'two'
  const duration = formatDuration(version.duration)
  return (
    <Card as="article" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-[650]">{formatKind(version)}</span>
        {version.voided ? (
          <Badge>Voided</Badge>
        ) : version.stands ? (
          <Badge tone={organizerLooks[match.state].tone}>
            Current: {organizerLooks[match.state].label.toLowerCase()}
          </Badge>
        ) : (
          <Badge>Replaced</Badge>
        )}
      </p>
      <Scoreboard
        sides={[{ name: match.one.name }, { name: match.two.name }]}
        sets={turned ? set_games.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 })) : set_games}
        winner={winner === null ? null : turned ? 1 : 0}
        caption={`Version ${version.version}`}
        foot={
          <span className="flex flex-wrap items-center gap-3">
            <span className="figures text-lg text-on-board [word-spacing:0.3em]">{version.score_line}</span>
            {match_status && <Badge tone="warn">{match_status}</Badge>}
          </span>
        }
      />
      <DataList
        items={[
          { term: 'Reported', value: formatMoment(version.reported_at) },
          { term: 'Played', value: formatDay(version.match_date) },
          { term: 'Where', value: `${version.match_location}, ${areaName(version.match_area)}` },
          ...(duration ? [{ term: 'Took', value: duration }] : []),
        ]}
      />
      {version.match_notes && <p className="text-sm wrap-anywhere whitespace-pre-line">{version.match_notes}</p>}
      {version.answer && version.kind !== 'settlement' && version.answered_at && (
        <p className="text-sm">
          {version.answer === 'disputed' ? 'Disputed' : 'Confirmed'} by {version.answered_by},{' '}
          {formatMoment(version.answered_at)}
        </p>
      )}
      {version.answer_reason && <p className="wrap-anywhere">“{version.answer_reason}”</p>}
      {action}
    </Card>
  )
}

/** The question before each act. */
function Asked({ asking, match, onClose }: { asking: Asking; match: OrganizerMatch; onClose: () => void }) {
  const stale = [
    getOrganizerMatch,
    listOrganizerMatches,
    listSilent,
    getOverview,
    getResult,
    listResults,
    listMyMatches,
    getMatch,
  ]
  const settle = useChange(settleByVersion, stale)
  const takeBack = useChange(voidResult, stale)
  const give = useChange(giveWalkovers, stale)
  const [again, setAgain] = useState<'again' | 'canceled'>('again')
  const [winner, setWinner] = useState<Side>(match.arranged_by ?? 'one')
  const { id, version, playoff_stage } = match
  const done = (message: string) => {
    showToast({ tone: 'good', text: message })
    onClose()
  }

  if (asking.what === 'settle')
    return (
      <ReasonDialog
        title={
          <>
            Settle it as <span className="whitespace-nowrap">{asking.version.score_line}?</span>
          </>
        }
        description={`${formatKind(asking.version)}. The score becomes final, and both sides get an email.`}
        confirm="Settle the score"
        onClose={onClose}
        onConfirm={async (reason) => {
          const body = { version: version ?? 0, right_version: asking.version.version, reason }
          done((await settle.mutateAsync({ params: { id }, body })).message)
        }}
      />
    )
  if (asking.what === 'void')
    return (
      <ReasonDialog
        title="Void this result?"
        description={`${match.score_line} will no longer count. Its versions are kept, and both sides get an email.`}
        confirm="Void the result"
        danger
        onClose={onClose}
        onConfirm={async (reason) => {
          const body = { version: version ?? 0, reason, again: again === 'again' }
          done((await takeBack.mutateAsync({ params: { id }, body })).message)
        }}
      >
        {playoff_stage === null ? (
          <RadioGroup
            name="again"
            label="What happens to the match?"
            layout="list"
            value={again}
            options={[
              { value: 'again', label: 'It is played again', note: 'It goes back to its players without a date.' },
              { value: 'canceled', label: 'It is canceled', note: 'It is not played and does not count.' },
            ]}
            onChange={setAgain}
          />
        ) : (
          <p>A play-off match is always played again. The next match is removed until there is a winner.</p>
        )}
      </ReasonDialog>
    )
  return (
    <ReasonDialog
      title="Award a walkover?"
      description="It counts as won and lost, but not as played. Both sides get an email."
      confirm="Award the walkover"
      onClose={onClose}
      onConfirm={async (reason) => {
        done((await give.mutateAsync({ body: { reason, matches: [{ id, winner }] } })).message)
      }}
    >
      <RadioGroup
        name="winner"
        label="Who gets the win?"
        value={winner}
        options={[
          { value: 'one', label: match.one.name },
          { value: 'two', label: match.two.name },
        ]}
        onChange={setWinner}
      />
    </ReasonDialog>
  )
}

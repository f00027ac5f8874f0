import { useState } from 'react'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerMatch } from '#/organizer/calls.gen.ts'
import { ContactList } from '#/organizer/desk/ContactLinks.tsx'
import { formatEffort, formatPlace, formatMatch, formatTitle, stateBadges } from './format.ts'
import { MatchDialog, type MatchChange } from './MatchDialogs.tsx'
import { VersionCard } from './VersionCard.tsx'

/** One match at the desk: every version of its score side by side, and the organizer's actions. */
export default function OrganizerMatchPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerMatch, { params: { id } })
  if (read.data) return <Match data={read.data} />
  return (
    <Screen title="Match">
      <Loaded
        of={read}
        loading="Loading the match"
        skeleton={{ kind: 'lines', count: 6 }}
        missing="We could not find this match in your areas."
        action={<ButtonLink to={deskPaths.matches}>All matches</ButtonLink>}
      />
    </Screen>
  )
}

function Match({ data }: { data: Reply<typeof getOrganizerMatch> }) {
  const { match, versions, contacts, mine, playoffs_made, sealed, same_hour, court_taken } = data
  const [change, setChange] = useState<MatchChange | null>(null)
  const badge = stateBadges[match.state]
  const hasScore = match.version !== null
  const canceled = match.state === 'canceled'
  // An organizer who plays in the match is an ordinary player until an organizer has to act.
  const own =
    mine && match.state !== 'disputed' && match.state !== 'played'
      ? 'You play in this match, so answer it as a player.'
      : undefined
  const scoreLabel = hasScore ? 'Correct the score' : 'Enter the result'
  return (
    <Screen
      kicker={
        <>
          <LeagueLink id={match.league_id}>{formatPlace(match)}</LeagueLink>, {areaName(match.area)}
        </>
      }
      title={formatTitle(match)}
      lead={
        <>
          <p className="mb-2">
            <Badge tone={badge.tone}>{badge.label}</Badge>
          </p>
          <p>{formatMatch(match)}</p>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {match.dispute && (
          <Notice tone="error" title={`${match.disputed_by} disputes the score`}>
            <p className="wrap-anywhere">“{match.dispute}”</p>
          </Notice>
        )}
        {same_hour.length > 0 && (
          <Notice tone="warn">
            {same_hour.join(' and ')} {same_hour.length === 1 ? 'has' : 'have'} another match around that time.
          </Notice>
        )}
        {court_taken && <Notice tone="warn">{court_taken}</Notice>}
        {match.state === 'overdue' && <Notice tone="warn">{formatEffort(match)}</Notice>}
        {sealed && (
          <Notice tone="warn" title="The season is over">
            A change here is a correction: the table says so, and the league’s players read your reason.{' '}
            {match.playoff_stage !== null && 'To change the winner, first void the play-off results that came after.'}
          </Notice>
        )}
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
                  <VersionCard
                    match={match}
                    version={version}
                    reason={own}
                    onSettle={() => setChange({ kind: 'settle', version })}
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
              {own ? (
                <Button variant="secondary" reason={own}>
                  {scoreLabel}
                </Button>
              ) : (
                <ButtonLink to={deskPaths.matchScore(match.id)} variant="secondary">
                  {scoreLabel}
                </ButtonLink>
              )}
              {match.state === 'overdue' && (
                <Button
                  variant="secondary"
                  reason={mine ? 'You play in this match, so another organizer has to award it.' : undefined}
                  onClick={() => setChange({ kind: 'walkover' })}
                >
                  Award a walkover
                </Button>
              )}
              {hasScore && (
                <Button variant="danger" reason={own} onClick={() => setChange({ kind: 'void' })}>
                  Void the result
                </Button>
              )}
            </div>
          </section>
        )}
        <ContactList contacts={contacts} />
        <p>
          <TextLink to={deskPaths.auditLogOf(`match ${match.id}`)}>Audit log of this match</TextLink>
        </p>
      </div>
      {change && <MatchDialog change={change} match={match} onClose={() => setChange(null)} />}
    </Screen>
  )
}

import { areaName } from '#/contract/areas.ts'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { formatDuration } from '#/features/matches/format.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { swapSides } from '#/rules/outcome.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'
import type { OrganizerMatch, OrganizerVersion } from './contract.ts'
import { formatKind, stateBadges } from './format.ts'
import { SidesLine } from './SidesLine.tsx'

type VersionCardProps = {
  match: OrganizerMatch
  version: OrganizerVersion
  /** Why the organizer cannot settle this match. */
  reason: string | undefined
  onSettle: () => void
}

/** A version of the score as a board, side one on top, with who reported it and the answer. */
export function VersionCard({ match, version, reason, onSettle }: VersionCardProps) {
  const { winner, set_games, match_status } = version
  const swap = winner === 'two'
  const duration = formatDuration(version.duration)
  return (
    <Card as="article" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-[650]">{formatKind(version)}</span>
        <VersionBadge match={match} version={version} />
      </p>
      <Scoreboard
        sides={[{ name: match.one.name }, { name: match.two.name }]}
        sets={swap ? set_games.map(swapSides) : set_games}
        winner={winner === null ? null : swap ? 1 : 0}
        word={sportWords[match.sport].set}
        caption={`Version ${version.version}`}
        foot={
          <span className="flex flex-wrap items-center gap-3">
            <span>
              <SidesLine one={match.one.name} two={match.two.name} winner={winner} />{' '}
              <span className="figures text-lg whitespace-nowrap text-on-board [word-spacing:0.3em]">
                {version.score_line}
              </span>
            </span>
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
      {match.version !== null && !version.voided && (
        <Button
          variant={version.stands && match.state === 'played' ? 'secondary' : 'primary'}
          reason={
            reason ??
            (version.stands && version.answer === 'settled'
              ? 'The score is already settled as this version.'
              : undefined)
          }
          onClick={onSettle}
        >
          This is the right score
        </Button>
      )}
    </Card>
  )
}

function VersionBadge({ match, version }: Pick<VersionCardProps, 'match' | 'version'>) {
  const { tone, label } = stateBadges[match.state]
  if (version.voided) return <Badge>Voided</Badge>
  return version.stands ? <Badge tone={tone}>Current: {label.toLowerCase()}</Badge> : <Badge>Replaced</Badge>
}

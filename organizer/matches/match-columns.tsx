import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrganizerMatch } from './contract.ts'
import { formatEffort, formatMatch, formatPlace, formatTitle, stateBadges } from './format.ts'
import { SidesLine } from './SidesLine.tsx'

/** The columns of a list of matches. */
export const matchColumns: DataColumn<OrganizerMatch>[] = [
  {
    key: 'match',
    title: 'Match',
    width: 'sm:min-w-[18ch]',
    cell: (match) => (
      <>
        <TextLink to={deskPaths.match(match.id)}>
          <SidesLine one={match.one.name} two={match.two.name} winner={match.winner} />
        </TextLink>
        {match.dispute && (
          <span className="block text-sm font-normal wrap-anywhere text-ink-soft">“{match.dispute}”</span>
        )}
      </>
    ),
    text: formatTitle,
  },
  {
    key: 'score',
    title: 'Score',
    cell: ({ score_line }) =>
      score_line === null ? (
        '–'
      ) : (
        <span className="figures tabular whitespace-nowrap [word-spacing:0.3em]">{score_line}</span>
      ),
    text: ({ score_line }) => score_line,
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>,
    text: ({ state }) => stateBadges[state].label,
  },
  {
    key: 'date',
    title: 'Date',
    sort: 'date',
    cell: (match) => <span className="whitespace-nowrap">{formatWhen(match)}</span>,
    text: formatWhen,
  },
  {
    key: 'league',
    title: 'League',
    cell: (match) => (
      <span className="block text-sm">
        <LeagueLink id={match.league_id}>{formatPlace(match)}</LeagueLink>, {areaName(match.area)}
      </span>
    ),
    text: (match) => `${formatPlace(match)}, ${areaName(match.area)}`,
  },
  {
    key: 'details',
    title: 'Details',
    cell: (match) => <span className="block text-sm text-ink-soft">{detailsOf(match)}</span>,
    text: detailsOf,
  },
]

function formatWhen({ match_date, play_by }: OrganizerMatch): string {
  if (match_date) return formatDay(match_date)
  return play_by ? `by ${formatDay(play_by)}` : '–'
}

/** The state in a sentence; for an overdue match, which side tried to arrange it. */
function detailsOf(match: OrganizerMatch): string {
  return match.state === 'overdue' ? formatEffort(match) : formatMatch(match)
}

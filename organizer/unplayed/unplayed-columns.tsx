import { areaName } from '#/contract/areas.ts'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { Settled, Unplayed } from './contract.ts'
import { formatMessages, formatOutcomeOf, outcomeBadges } from './format.ts'

/** The columns of proposals and of settlements. */
const sharedColumns: DataColumn<Unplayed | Settled>[] = [
  {
    key: 'match',
    title: 'Match',
    width: 'sm:min-w-[18ch]',
    cell: (match) => (
      <>
        <TextLink to={paths.match(match.match_id)}>{formatSidesOf(match)}</TextLink>
        <span className="block text-sm font-normal text-ink-soft">
          {match.division_name}, <span className="whitespace-nowrap">{areaName(match.area)}</span>, {match.season}{' '}
          {match.year}
        </span>
      </>
    ),
    text: formatSidesOf,
  },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: (match) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={outcomeBadges[match.outcome].tone}>{outcomeBadges[match.outcome].label}</Badge>
          {'objected' in match && match.objected && <Badge tone="warn">A side objects</Badge>}
        </span>
        <span className="block text-sm">{formatOutcomeOf(match)}.</span>
      </>
    ),
    text: formatOutcomeOf,
  },
  {
    key: 'why',
    title: 'Why',
    cell: (match) => <span className="block text-sm">{match.reasons.join(' ')}</span>,
    text: ({ reasons }) => reasons.join(' '),
  },
]

export const proposalColumns: DataColumn<Unplayed>[] = [
  ...sharedColumns,
  { key: 'by', title: 'To be played by', cell: ({ last_day }) => formatDay(last_day) },
  { key: 'messages', title: 'Messages', extra: true, cell: formatMessages },
  {
    key: 'applies',
    title: 'Applied',
    cell: ({ own, applies_at }) => {
      if (own) return 'By another organizer: you play in it'
      return applies_at === null ? 'By you' : `Automatically ${formatMoment(applies_at)}, unless a side objects`
    },
  },
]

export const settledColumns = (undo: NonNullable<DataColumn<Settled>['cell']>): DataColumn<Settled>[] => [
  ...sharedColumns,
  {
    key: 'settled',
    title: 'Settled',
    cell: ({ by_clock, settled_at }) =>
      `${by_clock ? 'Automatically' : 'By an organizer'}, ${formatMoment(settled_at)}`,
  },
  { key: 'undo', title: 'Undo', align: 'right', cell: undo, text: null },
]

function formatSidesOf({ one, two }: Unplayed | Settled): string {
  return `${one} against ${two}`
}

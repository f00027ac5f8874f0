import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { chosenOf } from '#/organizer/desk/DeskList.tsx'
import { formatDay } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { formatTitle } from '#/rules/formats/formats.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable, type DataColumn } from '#/web/ui/DataTable.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { useSelection } from '#/web/ui/selection.ts'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'
import { LeagueActs } from './LeagueActs.tsx'
import { FormatDialog } from './FormatDialog.tsx'
import { formatAreaSums, formatTaken, isEmptyLeague } from './format.ts'
import { PriceDialog } from './PriceDialog.tsx'
import { RoomDialog } from './RoomDialog.tsx'

type Open = { dialog: 'price' | 'format' | 'limit'; league: OrganizerLeague }

/** The leagues of a season by area, each area with its sums. Leagues without anybody are hidden until they are asked for, unless all are. */
export function LeagueTable({ season }: { season: SeasonDetail }) {
  const { leagues } = season
  const [open, setOpen] = useState<Open | null>(null)
  const [asked, setAsked] = useState<boolean | null>(null)
  const isOwner = useOwnersOnly() === undefined
  // On a phone the areas are closed, so that the page is short.
  const [isWide] = useState(() => matchMedia('(width >= 40rem)').matches)
  const shut = () => setOpen(null)
  if (leagues.length === 0)
    return (
      <EmptyState picture="no-league" title="No leagues">
        This season has no leagues here: it ended before the area or its divisions were opened.
      </EmptyState>
    )
  const empty = leagues.filter(isEmptyLeague).length
  const showsEmpty = asked ?? empty === leagues.length
  const columns = columnsOf(isOwner, (dialog, league) => setOpen({ dialog, league }))
  return (
    <div className="flex flex-col gap-4">
      {[...Map.groupBy(leagues, ({ area }) => area)].map(([area, own]) => {
        const shown = showsEmpty ? own : own.filter((league) => !isEmptyLeague(league))
        return (
          <details key={area} open={isWide || leagues.length === own.length}>
            <summary className="min-h-11 cursor-pointer py-1">
              <span className="lettering text-lg">{areaName(area)}</span>
              <span className="block text-sm text-ink-soft">{formatAreaSums(own)}</span>
            </summary>
            {shown.length > 0 && (
              <AreaLeagues filter={{ season_id: season.id, area }} leagues={shown} columns={columns} />
            )}
          </details>
        )
      })}
      {empty > 0 && (
        <div>
          <Button variant="quiet" aria-expanded={showsEmpty} onClick={() => setAsked(!showsEmpty)}>
            {showsEmpty ? 'Hide' : 'Show'} {empty} empty {empty === 1 ? 'league' : 'leagues'}
          </Button>
        </div>
      )}
      {open?.dialog === 'price' && <PriceDialog season={season} league={open.league} onClose={shut} />}
      {open?.dialog === 'format' && <FormatDialog season={season} league={open.league} onClose={shut} />}
      {open?.dialog === 'limit' && <RoomDialog league={open.league} onClose={shut} />}
    </div>
  )
}

type AreaLeaguesProps = {
  filter: { season_id: number; area: string }
  leagues: readonly OrganizerLeague[]
  columns: readonly DataColumn<OrganizerLeague>[]
}

/** The leagues of one area, with the acts on the chosen ones. */
function AreaLeagues({ filter, leagues, columns }: AreaLeaguesProps) {
  const selection = useSelection<OrganizerLeague>(JSON.stringify(filter), ({ id }) => id)
  return (
    <DataTable
      caption={`${leagues.length} ${leagues.length === 1 ? 'league' : 'leagues'} in ${areaName(filter.area)}`}
      columns={columns}
      rows={leagues}
      rowKey={({ id }) => id}
      openPath={({ id }) => deskPaths.league(id)}
      selection={selection}
      matching={String(leagues.length)}
      acts={<LeagueActs chosen={chosenOf(selection, filter, String(leagues.length))} />}
    />
  )
}

/** On a phone a league is its name and its entries. The rest is on its page. */
const onlyWide = 'max-sm:hidden!'

function columnsOf(
  isOwner: boolean,
  onOpen: (dialog: Open['dialog'], league: OrganizerLeague) => void,
): DataColumn<OrganizerLeague>[] {
  return [
    {
      key: 'division',
      title: 'Division',
      cell: ({ id, division_name, retired, offered }) => (
        <span className="flex flex-wrap items-center gap-2">
          <LeagueLink id={id}>{division_name}</LeagueLink> {retired && <Badge>Retired</Badge>}
          {!offered && !retired && <Badge>Not offered</Badge>}
        </span>
      ),
    },
    {
      key: 'entries',
      title: 'Entries',
      align: 'right',
      cell: (league) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          {league.capacity !== null && league.taken >= league.capacity && <Badge tone="warn">Full</Badge>}
          {formatTaken(league)}
          {league.waiting > 0 && <span className="text-sm text-ink-soft">{league.waiting} waiting</span>}
        </span>
      ),
    },
    { key: 'results', title: 'Played', numeric: true, width: onlyWide, cell: ({ results }) => results },
    {
      key: 'price',
      title: 'Price',
      align: 'right',
      width: onlyWide,
      cell: (league) => (
        <span className="flex flex-col items-end">
          {formatAmount(league.price ?? league.division_price)}
          {league.early_price !== null && league.early_until !== null && (
            <span className="text-sm text-ink-soft">
              {formatAmount(league.early_price)} up to {formatDay(league.early_until)}
            </span>
          )}
        </span>
      ),
    },
    { key: 'format', title: 'Format', width: onlyWide, cell: (league) => formatTitle(league.format) },
    {
      key: 'change',
      title: 'Change',
      text: null,
      width: onlyWide,
      cell: (league) => {
        const name = `${league.division_name}, ${areaName(league.area)}`
        const ownerMay = isOwner && !league.retired
        return (
          <span className="-my-1 flex flex-wrap max-sm:justify-end">
            {ownerMay && (
              <Change onPress={() => onOpen('price', league)} what="Price" before="Change the" name={name} />
            )}
            {ownerMay && !league.drawn && (
              <Change onPress={() => onOpen('format', league)} what="Format" before="Change the" name={name} />
            )}
            <Change
              onPress={() => onOpen('limit', league)}
              what="Limit"
              before={league.capacity === null ? 'Set a' : 'Change the'}
              name={name}
            />
          </span>
        )
      },
    },
  ]
}

type ChangeProps = { what: string; before: string; name: string; onPress: () => void }

function Change({ what, before, name, onPress }: ChangeProps) {
  return (
    <Button size="sm" variant="quiet" onClick={onPress}>
      <span className="sr-only">{before} </span>
      {what}
      <span className="sr-only"> of {name}</span>
    </Button>
  )
}

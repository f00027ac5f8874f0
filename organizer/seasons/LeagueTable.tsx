import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { DeskTable } from '#/organizer/desk/DeskList.tsx'
import { LeagueActs } from './LeagueActs.tsx'
import { formatDay } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { formatTitle } from '#/rules/formats/formats.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'
import { FormatDialog } from './FormatDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import { RoomDialog } from './RoomDialog.tsx'
import { formatTaken } from './format.ts'

type LeagueTableProps = {
  season: SeasonDetail
  /** The area to show. Null for all of the organizer's areas. */
  area: string | null
}

/** The leagues of a season, and how full they are. */
export function LeagueTable({ season, area }: LeagueTableProps) {
  const { leagues } = season
  const [pricing, setPricing] = useState<OrganizerLeague | null>(null)
  const [formatting, setFormatting] = useState<OrganizerLeague | null>(null)
  const isOwner = useOwnersOnly() === undefined
  const [limiting, setLimiting] = useState<OrganizerLeague | null>(null)
  if (leagues.length === 0)
    return (
      <EmptyState picture="no-league" title="No leagues">
        This season has no leagues here: it ended before the area or its divisions were opened.
      </EmptyState>
    )
  return (
    <>
      <DeskTable
        name="leagues"
        caption={`${leagues.length} ${leagues.length === 1 ? 'league' : 'leagues'}${area ? ` in ${areaName(area)}` : ''}`}
        filter={{ season_id: season.id, ...(area !== null && { area }) }}
        acts={(chosen) => <LeagueActs chosen={chosen} />}
        rows={leagues}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'division',
            title: 'Division',
            cell: ({ division_name, retired, offered }) => (
              <span className="flex flex-wrap items-center gap-2">
                {division_name} {retired && <Badge>Retired</Badge>}
                {!offered && !retired && <Badge>Not offered</Badge>}
              </span>
            ),
          },
          { key: 'area', title: 'Area', cell: (league) => areaName(league.area) },
          {
            key: 'entries',
            title: 'Entries',
            align: 'right',
            cell: (league) => (
              <span className="inline-flex items-center gap-2">
                {league.capacity !== null && league.taken >= league.capacity && <Badge tone="warn">Full</Badge>}
                {formatTaken(league)}
              </span>
            ),
          },
          { key: 'waiting', title: 'Waiting', align: 'right', cell: ({ waiting }) => waiting },
          { key: 'results', title: 'Matches played', align: 'right', cell: ({ results }) => results },
          {
            key: 'price',
            title: 'Price',
            align: 'right',
            cell: (league) => (
              <span className="flex flex-col items-end">
                {formatAmount(league.price ?? league.division_price)}
                {league.early_price !== null && league.early_until !== null && (
                  <span className="text-sm text-ink-soft">
                    {formatAmount(league.early_price)} up to {formatDay(league.early_until)}
                  </span>
                )}
                {isOwner && !league.retired && (
                  <Button size="sm" variant="quiet" onClick={() => setPricing(league)}>
                    Change
                    <span className="sr-only">
                      {' '}
                      the price of {league.division_name}, {areaName(league.area)}
                    </span>
                  </Button>
                )}
              </span>
            ),
          },
          {
            key: 'format',
            title: 'Format',
            cell: (league) => (
              <span className="flex flex-col items-start">
                {formatTitle(league.format)}
                {isOwner && !league.retired && !league.drawn && (
                  <Button size="sm" variant="quiet" onClick={() => setFormatting(league)}>
                    Change
                    <span className="sr-only">
                      {' '}
                      the format of {league.division_name}, {areaName(league.area)}
                    </span>
                  </Button>
                )}
              </span>
            ),
          },
          {
            key: 'room',
            title: 'Limit',
            align: 'right',
            cell: (league) => (
              <Button size="sm" variant="quiet" onClick={() => setLimiting(league)}>
                {league.capacity === null ? 'Set' : 'Change'}
                <span className="sr-only">
                  {' '}
                  {league.capacity === null ? 'a limit' : 'the limit'} of {league.division_name},{' '}
                  {areaName(league.area)}
                </span>
              </Button>
            ),
          },
        ]}
      />
      {pricing && <PriceDialog season={season} league={pricing} onClose={() => setPricing(null)} />}
      {formatting && <FormatDialog season={season} league={formatting} onClose={() => setFormatting(null)} />}
      {limiting && <RoomDialog league={limiting} onClose={() => setLimiting(null)} />}
    </>
  )
}

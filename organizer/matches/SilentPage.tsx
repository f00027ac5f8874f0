import { useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listSilent } from './contract.ts'

const perPage = perPageOf(listSilent)

/** Players who do not answer: ?area=, ?season=&year=. */
export default function SilentPage() {
  const [params] = useSearchParams()
  const area = useOrganizerArea()
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const [season, year] = [params.get('season') ?? undefined, params.get('year') ?? undefined]
  const read = useRead(listSilent, { query: { page, area, season, year } }, { keepPrevious: true })
  const { data } = read
  return (
    <>
      <title>Unresponsive players · Deuce</title>
      <PageHeader
        title="Unresponsive players"
        lead="Players who have neither reported a score nor set a date in a league for 21 days, and who have two or more overdue matches there, or one for which the other side had set a date."
        actions={
          <ButtonLink to={paths.organizer.matchesOf({ state: 'overdue', area })} variant="secondary">
            All overdue matches
          </ButtonLink>
        }
      />
      <AreaFilter />
      {data && data.total > 0 ? (
        <>
          <Table
            caption={`${data.total} ${data.total === 1 ? 'player or pair' : 'players or pairs'}`}
            rows={data.players}
            rowKey={({ entry_id }) => entry_id}
            columns={[
              {
                key: 'name',
                header: 'Player',
                rowHeader: true,
                cell: ({ name, first_player, area: where, season_slug, year: of, division }) => (
                  <TextLink
                    to={paths.organizer.matchesOf({
                      state: 'overdue',
                      player: first_player,
                      area: where,
                      season: season_slug,
                      year: of,
                      division,
                    })}
                    className="inline-flex min-h-6 items-center"
                  >
                    {name}
                  </TextLink>
                ),
              },
              {
                key: 'league',
                header: 'League',
                cell: (row) => `${row.division_name}, ${areaName(row.area)}, ${row.season} ${row.year}`,
              },
              { key: 'overdue', header: 'Overdue', align: 'right', cell: ({ overdue }) => overdue },
              { key: 'tried', header: 'Others set a date', align: 'right', cell: ({ tried }) => tried },
              { key: 'since', header: 'Overdue since', cell: ({ since }) => formatDay(since) },
              {
                key: 'heard',
                header: 'Last active',
                cell: ({ heard_at }) => (heard_at ? formatMoment(heard_at) : 'Never'),
              },
            ]}
          />
          {data.total > perPage && (
            <Pager
              page={page}
              perPage={perPage}
              total={data.total}
              hrefOf={(next) => `?${new URLSearchParams({ ...Object.fromEntries(params), page: String(next) })}`}
            />
          )}
        </>
      ) : data ? (
        <EmptyState picture="no-players" title="No unresponsive players">
          Everyone with an overdue match has been active in the last 21 days.
        </EmptyState>
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the players" />
      )}
    </>
  )
}

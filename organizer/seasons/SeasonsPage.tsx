import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { formatDays } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerSeasons } from './contract.ts'
import { NewSeasonDialog } from './NewSeasonDialog.tsx'
import { formatSale, stateWords } from './format.ts'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'

const perPage = perPageOf(listOrganizerSeasons)

/** All seasons: ?area=, ?page=. */
export default function SeasonsPage() {
  const [params] = useSearchParams()
  const area = useOrganizerArea()
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const read = useRead(listOrganizerSeasons, { query: { page, area } }, { keepPrevious: true })
  const reason = useOwnersOnly()
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const { data } = read
  return (
    <>
      <title>Seasons · Deuce</title>
      <PageHeader
        title="Seasons"
        lead="Seasons open, are drawn and close automatically. Select one to change its days."
        actions={
          <Button variant="secondary" reason={reason} onClick={() => setMaking(true)}>
            Create a season
          </Button>
        }
      />
      <SeasonTabs current={paths.organizer.seasons} />
      <AreaFilter />
      {data ? (
        <>
          <Table
            caption={`${data.total} ${data.total === 1 ? 'season' : 'seasons'}`}
            rows={data.seasons}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'season',
                header: 'Season',
                rowHeader: true,
                cell: ({ id, name, year }) => (
                  <TextLink to={paths.organizer.season(id)} className="whitespace-nowrap">
                    {name} {year}
                  </TextLink>
                ),
              },
              {
                key: 'state',
                header: 'State',
                cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
              },
              { key: 'days', header: 'Days', cell: (season) => formatDays(season.starting_date, season.ending_date) },
              { key: 'sale', header: 'Sale', cell: formatSale },
              { key: 'entries', header: 'Entries', align: 'right', cell: ({ entries }) => entries },
              { key: 'results', header: 'Matches played', align: 'right', cell: ({ results }) => results },
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
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the seasons" />
      )}
      {making && (
        <NewSeasonDialog onClose={() => setMaking(false)} onMade={(id) => void navigate(paths.organizer.season(id))} />
      )}
    </>
  )
}

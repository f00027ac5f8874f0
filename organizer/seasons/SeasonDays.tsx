import { formatDay, formatDays } from '#/contract/format.ts'
import { datedStages } from '#/rules/playoff-stages.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import type { SeasonDetail } from './contract.ts'
import { formatSale } from './format.ts'

type SeasonDaysProps = {
  season: SeasonDetail
  /** Why the buttons are disabled. Undefined if they are not. */
  reason: string | undefined
  onOpen: (dialog: 'days' | 'sale' | 'publish' | 'delete') => void
}

/** The days of a season, with buttons to change them. */
export function SeasonDays({ season, reason, onOpen }: SeasonDaysProps) {
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="lettering text-2xl">
        Days
      </h2>
      <DataList
        items={[
          { term: 'Played', value: formatDays(season.starting_date, season.ending_date) },
          { term: 'Sale', value: `${formatSale(season)}${season.sale_until ? ', set by you' : ''}` },
          { term: 'Last day that counts', value: formatDay(season.counts_until) },
          ...datedStages.map(({ stage, name }) => ({
            term: name,
            value: `By ${formatDay(season.stages[stage])}${season.own_stages ? ', set by you' : ''}`,
          })),
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" reason={reason} onClick={() => onOpen('days')}>
          Change the days
        </Button>
        {season.state === 'draft' && (
          <Button reason={reason} onClick={() => onOpen('publish')}>
            Publish the season
          </Button>
        )}
        {season.empty && (
          <Button variant="secondary" reason={reason} onClick={() => onOpen('delete')}>
            Delete the season
          </Button>
        )}
        {season.on_sale && (
          <Button variant="secondary" reason={reason} onClick={() => onOpen('sale')}>
            End the sale now
          </Button>
        )}
        {season.state !== 'draft' && reason === undefined && (
          <ButtonLink variant="secondary" to={deskPaths.seasonClosing(season.id)}>
            {season.state === 'closed' ? 'What is still open' : 'Close the season'}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

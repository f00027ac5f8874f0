import { useState } from 'react'
import { DeskList, type Chosen } from '#/organizer/desk/DeskList.tsx'
import { SeasonActs } from './SeasonActs.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { useNavigate } from '#/web/router.tsx'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { formatDays, formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listSeasons } from '#/features/calls.gen.ts'
import { formatList } from '#/contract/locale.ts'
import { listedTemplates } from '#/contract/seasons.ts'
import { useAction } from '#/web/action.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { listOrganizerSeasons, setTemplates } from '#/organizer/calls.gen.ts'
import type { OrganizerSeason } from './contract.ts'
import { NewSeasonDialog } from './NewSeasonDialog.tsx'
import { formatSale, stateWords } from './format.ts'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'

const columns: readonly DataColumn<OrganizerSeason>[] = [
  {
    key: 'season',
    title: 'Season',
    text: ({ name, year }) => `${name} ${year}`,
    cell: ({ id, name, year }) => (
      <TextLink to={deskPaths.season(id)} className="whitespace-nowrap">
        {name} {year}
      </TextLink>
    ),
  },
  {
    key: 'state',
    title: 'State',
    text: ({ state }) => stateWords[state].label,
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  { key: 'days', title: 'Days', cell: (season) => formatDays(season.starting_date, season.ending_date) },
  { key: 'sale', title: 'Sale', cell: formatSale },
  { key: 'entries', title: 'Entries', numeric: true, cell: ({ entries }) => entries },
  { key: 'results', title: 'Matches played', numeric: true, cell: ({ results }) => results },
]

/** All seasons: ?area=, ?page=. */
export default function SeasonsPage() {
  const list = useList(listOrganizerSeasons)
  const reason = useOwnersOnly()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const templates = useAction(setTemplates, { stale: [listOrganizerSeasons, listSeasons] })
  return (
    <Screen
      title="Seasons"
      lead="Seasons open, are drawn and close automatically. Select one to change its days."
      actions={
        <Button variant="secondary" reason={reason} onClick={() => setCreating(true)}>
          Create a season
        </Button>
      }
    >
      <SeasonTabs current={deskPaths.seasons} />
      <AreaFilter />
      <DeskList
        name="seasons"
        list={list}
        loading="Loading the seasons"
        count={({ total }) => formatTotal(total, 'season', 'seasons')}
        rows={({ seasons }) => seasons}
        rowKey={({ id }) => id}
        columns={columns}
        acts={(chosen: Chosen<OrganizerSeason>) => <SeasonActs chosen={chosen} />}
        openPath={({ id }) => deskPaths.season(id)}
        empty={{ text: 'There are no seasons yet.' }}
      />
      {list.read.data?.has_templates && (
        <section aria-labelledby="templates" className="mt-10 max-w-prose">
          <h2 id="templates" className="lettering text-2xl">
            Four seasons a year
          </h2>
          <Checkbox
            name="opens_templates"
            label={`Make ${formatList(listedTemplates().map(({ name }) => name))} automatically each year, with their default days`}
            checked={templates.input?.body.opens_templates ?? list.read.data.opens_templates}
            disabled={reason !== undefined || templates.busy}
            hint={reason ?? 'Turn it off if your seasons have other names or days. Existing seasons are kept.'}
            onChange={({ currentTarget }) => templates.run({ body: { opens_templates: currentTarget.checked } })}
          />
        </section>
      )}
      {creating && (
        <NewSeasonDialog onClose={() => setCreating(false)} onMade={(id) => void navigate(deskPaths.season(id))} />
      )}
    </Screen>
  )
}

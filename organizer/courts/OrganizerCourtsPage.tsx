import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { listCourts } from '#/features/calls.gen.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useAction } from '#/web/action.ts'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { CourtDialog } from './CourtDialog.tsx'
import { listOrganizerCourts, restoreCourt, retireCourt } from '#/organizer/calls.gen.ts'
import type { OrganizerCourt } from './contract.ts'

const stale = [listOrganizerCourts, listCourts]

/** The courts of matches: ?area=&search=&page=. */
export default function OrganizerCourtsPage() {
  const list = useList(listOrganizerCourts)
  const [open, setOpen] = useState<OrganizerCourt | 'new' | null>(null)
  const retire = useAction(retireCourt, { stale })
  const restore = useAction(restoreCourt, { stale })
  return (
    <Screen
      title="Courts"
      lead="Players choose from these courts when they arrange a match. They can still type any other place."
      actions={<Button onClick={() => setOpen('new')}>Add a court</Button>}
    >
      <SeasonTabs current={deskPaths.courts} />
      <AreaFilter />
      <div className="mb-6">
        <SearchBox
          label="Search courts"
          hint="Part of the name or address."
          value={list.values.search}
          onSearch={(search) => list.set({ search })}
        />
      </div>
      <DeskList
        name="courts"
        list={list}
        loading="Loading the courts"
        count={({ total }) => formatTotal(total, 'court', 'courts')}
        rows={({ courts }) => courts}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: 'Court',
            text: ({ name }) => name,
            cell: ({ name, retired }) => (
              <>
                {name} {retired && <Badge>Retired</Badge>}
              </>
            ),
          },
          { key: 'area', title: 'Area', cell: ({ area }) => areaName(area) },
          {
            key: 'address',
            title: 'Address',
            text: ({ address }) => address,
            cell: ({ address, map_url, name }) => (
              <a
                href={map_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-6 items-center underline underline-offset-4"
              >
                {address}
                <span className="sr-only">, {name} on a map, opens in a new tab</span>
              </a>
            ),
          },
          { key: 'courts', title: 'Courts', cell: formatCourts },
          {
            key: 'change',
            title: 'Change',
            align: 'right',
            always: true,
            text: null,
            cell: (court) => (
              <span className="flex flex-wrap justify-end gap-2">
                <Button size="sm" variant="quiet" onClick={() => setOpen(court)}>
                  Change<span className="sr-only"> {court.name}</span>
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => (court.retired ? restore : retire).run({ params: { id: court.id } })}
                >
                  {court.retired ? 'Offer again' : 'Retire'}
                  <span className="sr-only"> {court.name}</span>
                </Button>
              </span>
            ),
          },
        ]}
        empty={{
          text: 'Add the courts of your areas, so that players can choose them.',
          title: 'No courts yet',
          filtered: { text: 'No courts match this search.', clear: 'Show all courts' },
        }}
      />
      {open && <CourtDialog court={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Screen>
  )
}

/** '10, hard, with lights'. */
function formatCourts({ court_count, surface, has_lights }: OrganizerCourt): string {
  return `${court_count}, ${surface.toLowerCase()}, ${has_lights ? 'with lights' : 'no lights'}`
}

import { useState } from 'react'
import { useAction } from '#/web/action.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { useAreasRead } from './areas-read.web.ts'
import { AreaDialog } from './AreaDialog.tsx'
import { listOrganizerAreas, orderAreas, type OrganizerArea } from './contract.ts'
import { MoveButtons } from '#/organizer/desk/MoveButtons.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'

/** Where people play. */
export default function OrganizerAreasPage() {
  const read = useAreasRead()
  const reason = useOwnersOnly()
  const [open, setOpen] = useState<OrganizerArea | 'new' | null>(null)
  const order = useAction(orderAreas, { stale: [listOrganizerAreas, getOrganizer] })
  return (
    <Screen
      title="Areas"
      lead="Each area has its own leagues, tables, play-offs and time zone. Players see a new area on the next page they load."
      actions={
        <Button reason={reason} onClick={() => setOpen('new')}>
          Open an area
        </Button>
      }
    >
      <SeasonTabs current={paths.organizer.areas} />
      <Loaded of={read} loading="Loading the areas">
        {(data) => (
          <Table
            caption={`${data.areas.length} areas, in the order in which they are listed`}
            rows={data.areas}
            rowKey={({ slug }) => slug}
            columns={[
              { key: 'name', header: 'Area', rowHeader: true, cell: ({ name }) => name },
              { key: 'zone', header: 'Time zone', cell: ({ time_zone }) => formatZone(time_zone) },
              { key: 'players', header: 'Players', align: 'right', cell: ({ players }) => players },
              ...(reason
                ? []
                : [
                    {
                      key: 'order',
                      header: 'Order',
                      cell: ({ name }: OrganizerArea, index: number) => (
                        <MoveButtons
                          name={name}
                          keys={data.areas.map(({ slug }) => slug)}
                          index={index}
                          onMove={(slugs) => order.run({ body: { slugs } })}
                        />
                      ),
                    },
                    {
                      key: 'change',
                      header: 'Change',
                      align: 'right' as const,
                      cell: (area: OrganizerArea) => (
                        <Button size="sm" variant="quiet" onClick={() => setOpen(area)}>
                          Rename<span className="sr-only"> {area.name}</span>
                        </Button>
                      ),
                    },
                  ]),
            ]}
          />
        )}
      </Loaded>
      {open && <AreaDialog area={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Screen>
  )
}

/** A long name may be broken after a slash, and nowhere else. */
function formatZone(time_zone: string): string {
  return time_zone.replaceAll('_', ' ').replaceAll('/', '/\u200B')
}

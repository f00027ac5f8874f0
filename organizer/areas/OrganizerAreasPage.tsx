import { useState } from 'react'
import { knowAreas, listedAreas } from '#/contract/areas.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { AreaDialog } from './AreaDialog.tsx'
import { listOrganizerAreas, orderAreas, type OrganizerArea } from './contract.ts'
import { MoveButtons } from '#/organizer/desk/MoveButtons.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'

/** Where people play. */
export default function OrganizerAreasPage() {
  const read = useRead(listOrganizerAreas, {})
  const reason = useOwnersOnly()
  const [open, setOpen] = useState<OrganizerArea | 'new' | null>(null)
  const order = useChange(orderAreas, [listOrganizerAreas, getOrganizer])
  const { data } = read
  // The page was loaded with the areas of that moment. Forms and tabs offer new ones without a reload.
  if (data && JSON.stringify(data.areas.map(named)) !== JSON.stringify(listedAreas().map(named)))
    knowAreas(data.areas.map(({ slug, name, time_zone }) => ({ slug, name, time_zone })))
  async function move(slugs: string[]): Promise<void> {
    try {
      showToast({ tone: 'good', text: (await order.mutateAsync({ body: { slugs } })).message })
    } catch (error) {
      showToast({ tone: 'bad', text: error instanceof Error ? error.message : 'That did not work.' })
    }
  }
  return (
    <>
      <title>Areas · Deuce</title>
      <PageHeader
        title="Areas"
        lead="Each area has its own leagues, tables, play-offs and time zone. Players see a new area on the next page they load."
        actions={
          <Button reason={reason} onClick={() => setOpen('new')}>
            Open an area
          </Button>
        }
      />
      <SeasonTabs current={paths.organizer.areas} />
      {data ? (
        <Table
          caption={`${data.areas.length} areas, in the order in which they are listed`}
          rows={data.areas}
          rowKey={({ slug }) => slug}
          columns={[
            { key: 'name', header: 'Area', rowHeader: true, cell: ({ name }) => name },
            { key: 'zone', header: 'Time zone', cell: ({ time_zone }) => time_zone.replaceAll('_', ' ') },
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
                        onMove={(slugs) => void move(slugs)}
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
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the areas" />
      )}
      {open && <AreaDialog area={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function named({ slug, name }: { slug: string; name: string }): string {
  return `${slug} ${name}`
}

import { useState } from 'react'
import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { ownerColumns } from '#/organizer/desk/owner-columns.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { getOrganizer, listOrganizerAreas, orderAreas, restoreArea } from '#/organizer/calls.gen.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { useAction } from '#/web/action.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DeskTable } from '#/organizer/desk/DeskList.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { useAreasRead } from './areas-read.web.ts'
import { AreaDialog, formatZone } from './AreaDialog.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import type { OrganizerArea } from './contract.ts'

const stale = [listOrganizerAreas, getOrganizer]

/** The slugs of open or of archived areas, which the list shows last. */
const slugsOf = (areas: readonly OrganizerArea[], archived: boolean) =>
  areas.filter((area) => area.archived === archived).map(({ slug }) => slug)

/** The areas where people play. */
export default function OrganizerAreasPage() {
  const read = useAreasRead()
  const reason = useOwnersOnly()
  const [open, setOpen] = useState<OrganizerArea | 'new' | null>(null)
  const [archiving, setArchiving] = useState<OrganizerArea | null>(null)
  const order = useAction(orderAreas, { stale })
  const restore = useAction(restoreArea, { stale })
  const columns = (areas: readonly OrganizerArea[]): DataColumn<OrganizerArea>[] => [
    {
      key: 'name',
      title: 'Area',
      text: ({ name }) => name,
      cell: ({ name, archived, sale_from }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            {name} {archived && <Badge>Archived</Badge>}
          </span>
          {sale_from !== null && !archived && (
            <span className="block text-sm font-normal text-ink-soft">Sold from {formatDay(sale_from)}</span>
          )}
        </>
      ),
    },
    { key: 'zone', title: 'Time zone', cell: ({ time_zone }) => formatZone(time_zone) },
    { key: 'contact', title: 'Contact', cell: ({ contact }) => contact?.name ?? 'Organization' },
    { key: 'players', title: 'Players', numeric: true, cell: ({ players }) => players },
    ...(reason
      ? []
      : ownerColumns<OrganizerArea, string>({
          keys: slugsOf(areas, false),
          onMove: (slugs) => order.run({ body: { slugs: [...slugs, ...slugsOf(areas, true)] } }),
          actionsOf: (area) => [
            { label: 'Change', about: ` ${area.name}`, onPress: () => setOpen(area) },
            area.archived
              ? {
                  label: 'Restore',
                  about: ` ${area.name}`,
                  onPress: () => restore.run({ params: { slug: area.slug } }),
                }
              : { label: 'Archive', about: ` ${area.name}`, onPress: () => setArchiving(area) },
          ],
        })),
  ]
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
      <SeasonTabs current={deskPaths.areas} />
      <Loaded of={read} loading="Loading the areas">
        {({ areas }) => (
          <DeskTable
            name="areas"
            caption={`${areas.length} areas, in the order in which they are listed`}
            rows={areas}
            rowKey={({ slug }) => slug}
            columns={columns(areas)}
          />
        )}
      </Loaded>
      {open && <AreaDialog area={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {archiving && <ArchiveDialog area={archiving} onClose={() => setArchiving(null)} />}
    </Screen>
  )
}

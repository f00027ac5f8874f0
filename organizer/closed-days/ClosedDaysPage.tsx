import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { deleteClosedDays, listClosedDays } from '#/organizer/calls.gen.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useAction } from '#/web/action.ts'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ClosedDaysDialog } from './ClosedDaysDialog.tsx'

/** Days without play: ?area=&page=. */
export default function ClosedDaysPage() {
  const list = useList(listClosedDays)
  const [isOpen, setOpen] = useState(false)
  const remove = useAction(deleteClosedDays, { stale: [listClosedDays] })
  return (
    <Screen
      title="Days without play"
      lead="Holidays and events. Draws and suggested times leave them out, and windows are not shortened by them. Friends may still play: they are warned, not refused."
      actions={<Button onClick={() => setOpen(true)}>Add days</Button>}
    >
      <SeasonTabs current={deskPaths.closedDays} />
      <AreaFilter />
      <DeskList
        name="closed_days"
        list={list}
        loading="Loading the days"
        count={({ total }) => `${total} on the list`}
        rows={({ closed_days }) => closed_days}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: 'Name', cell: ({ name }) => name },
          { key: 'days', title: 'Days', cell: ({ from, to }) => formatDays(from, to) },
          { key: 'area', title: 'Area', cell: ({ area }) => (area === null ? 'All areas' : areaName(area)) },
          {
            key: 'delete',
            title: 'Delete',
            align: 'right',
            always: true,
            text: null,
            cell: ({ id, name, can_delete }) => (
              <Button
                size="sm"
                variant="quiet"
                reason={can_delete ? undefined : 'Only owners delete days of all areas.'}
                onClick={() => remove.run({ params: { id } })}
              >
                Delete<span className="sr-only"> {name}</span>
              </Button>
            ),
          },
        ]}
        empty={{
          text: 'Add holidays and club events, so that no round ends on them.',
          title: 'No days yet',
          filtered: { text: 'No days in this area.', clear: 'Show all areas' },
        }}
      />
      {isOpen && <ClosedDaysDialog onClose={() => setOpen(false)} />}
    </Screen>
  )
}

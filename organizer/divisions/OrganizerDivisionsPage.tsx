import { formatAmount } from '#/contract/money.ts'
import { useState } from 'react'
import { courtOf } from '#/contract/courts.ts'
import { levelName } from '#/contract/levels.ts'
import { getDivision, listDivisions } from '#/features/calls.gen.ts'
import { formatAges } from '#/rules/age-group.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { DeskTable } from '#/organizer/desk/DeskList.tsx'
import {
  getPresets,
  listOrganizerDivisions,
  orderDivisions,
  restoreDivision,
  retireDivision,
} from '#/organizer/calls.gen.ts'
import type { OrganizerDivision } from './contract.ts'
import { DivisionDialog } from './DivisionDialog.tsx'
import { UsualDivisionsDialog } from './UsualDivisionsDialog.tsx'
import { ownerColumns } from '#/organizer/desk/owner-columns.tsx'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'

const stale = [listOrganizerDivisions, listDivisions, getDivision]

/** The divisions: names, prices, order. */
export default function OrganizerDivisionsPage() {
  const read = useRead(listOrganizerDivisions, {})
  const reason = useOwnersOnly()
  const [open, setOpen] = useState<OrganizerDivision | 'new' | null>(null)
  const [adding, setAdding] = useState(false)
  const presets = useRead(getPresets, {}, { enabled: adding })
  const [retiring, setRetiring] = useState<OrganizerDivision | null>(null)
  const closeDialog = () => setRetiring(null)
  const retire = useAction(retireDivision, { stale, onDone: closeDialog, onRefused: closeDialog })
  const restore = useAction(restoreDivision, { stale })
  const order = useAction(orderDivisions, { stale })
  return (
    <Screen
      title="Divisions and prices"
      lead="On sale in every area and every season on sale. A new price applies from the next order."
      actions={
        <>
          <Button variant="secondary" reason={reason} onClick={() => setAdding(true)}>
            Add usual divisions
          </Button>
          <Button reason={reason} onClick={() => setOpen('new')}>
            Create a division
          </Button>
        </>
      }
    >
      <SeasonTabs current={deskPaths.divisions} />
      <Loaded of={read} loading="Loading the divisions">
        {(data) => (
          <DeskTable
            name="divisions"
            caption={`${data.divisions.length} divisions, in the order in which players see them`}
            rows={data.divisions}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                title: 'Division',
                text: ({ name }) => name,
                cell: ({ name, image, retired }) => (
                  <span className="flex items-center gap-3">
                    <Court picture={courtOf(image)} className="h-10 w-16 shrink-0 rounded-sm" />
                    {name} {retired && <Badge>Retired</Badge>}
                  </span>
                ),
              },
              { key: 'for', title: 'For', cell: formatWhom },
              { key: 'price', title: 'Price', numeric: true, cell: ({ price }) => formatAmount(price) },
              ...(reason
                ? []
                : ownerColumns<OrganizerDivision, number>({
                    keys: data.divisions.map(({ id }) => id),
                    onMove: (ids) => order.run({ body: { ids } }),
                    actionsOf: (division) => [
                      { label: 'Change', about: ` ${division.name}`, onPress: () => setOpen(division) },
                      division.retired
                        ? {
                            label: 'Sell again',
                            about: `: ${division.name}`,
                            onPress: () => restore.run({ params: { id: division.id } }),
                          }
                        : { label: 'Retire', about: ` ${division.name}`, onPress: () => setRetiring(division) },
                    ],
                  })),
            ]}
          />
        )}
      </Loaded>
      {open && (
        <DivisionDialog
          division={open === 'new' ? null : open}
          usualSport={read.data?.divisions.at(-1)?.sport}
          onClose={() => setOpen(null)}
        />
      )}
      {adding && presets.data && (
        <UsualDivisionsDialog
          presets={presets.data}
          taken={read.data?.divisions.map(({ name }) => name) ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      <ConfirmDialog
        open={retiring !== null}
        onClose={closeDialog}
        title={`Retire ${retiring?.name ?? ''}?`}
        description="Nobody can buy it anymore, and its wait-lists end. Current entries keep playing, and all results are kept. You can put it on sale again."
        confirm="Retire the division"
        tone="danger"
        busy={retire.busy}
        onConfirm={() => retiring && retire.run({ params: { id: retiring.id } })}
      />
    </Screen>
  )
}

function formatWhom({ sport, kind, level, gender, is_mixed, ...ages }: OrganizerDivision): string {
  const who = is_mixed ? 'mixed pairs' : gender === 'Male' ? 'men' : gender === 'Female' ? 'women' : 'everybody'
  return [sportWords[sport].name, kind, who, level && levelName(level), formatAges(ages)].filter(Boolean).join(', ')
}

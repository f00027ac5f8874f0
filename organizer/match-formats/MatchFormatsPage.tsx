import { useState } from 'react'
import { deskPaths } from '#/contract/desk-paths.ts'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { listMatchFormats, restoreMatchFormat, retireMatchFormat } from '#/organizer/calls.gen.ts'
import type { OwnFormat } from './contract.ts'
import { MatchFormatDialog } from './MatchFormatDialog.tsx'

const stale = [listMatchFormats]

/** The match formats that owners composed. */
export default function MatchFormatsPage() {
  const read = useRead(listMatchFormats, {})
  const reason = useOwnersOnly()
  const [open, setOpen] = useState<OwnFormat | 'new' | null>(null)
  const [retiring, setRetiring] = useState<OwnFormat | null>(null)
  const closeDialog = () => setRetiring(null)
  const retire = useAction(retireMatchFormat, { stale, onDone: closeDialog, onRefused: closeDialog })
  const restore = useAction(restoreMatchFormat, { stale })
  return (
    <Screen
      title="Match formats"
      lead="Your own formats, beside the usual ones of each sport. A season chooses among them in its rules."
      actions={
        <Button reason={reason} onClick={() => setOpen('new')}>
          Compose a format
        </Button>
      }
    >
      <SeasonTabs current={deskPaths.matchFormats} />
      <Loaded of={read} loading="Loading the formats">
        {({ formats }) =>
          formats.length === 0 ? (
            <EmptyState picture="no-results" title="No formats of your own yet">
              Start from a usual format and change its parts. The score form, live scoring, imports and the rules
              follow.
            </EmptyState>
          ) : (
            <DataTable
              caption={`${formats.length} ${formats.length === 1 ? 'format' : 'formats'} of your own`}
              rows={formats}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'name',
                  title: 'Format',
                  cell: ({ name, words, state, source }) => (
                    <>
                      {name} {state === 'retired' && <Badge>Retired</Badge>}
                      {state === 'replaced' && <Badge>Replaced</Badge>}
                      <span className="block text-sm font-normal text-ink-soft">{words}</span>
                      {source !== null && <span className="block text-sm font-normal text-ink-soft">By: {source}</span>}
                    </>
                  ),
                },
                { key: 'sport', title: 'Sport', cell: ({ sport }) => sportWords[sport].name },
                { key: 'version', title: 'Version', numeric: true, cell: ({ version }) => version },
                { key: 'seasons', title: 'Seasons', numeric: true, cell: ({ seasons }) => seasons },
                {
                  key: 'change',
                  title: 'Change',
                  align: 'right',
                  cell: (format) => (
                    <span className="flex flex-wrap justify-end gap-2">
                      {format.state === 'offered' && (
                        <>
                          <Button size="sm" variant="quiet" reason={reason} onClick={() => setOpen(format)}>
                            Change<span className="sr-only"> {format.name}</span>
                          </Button>
                          <Button size="sm" variant="quiet" reason={reason} onClick={() => setRetiring(format)}>
                            Retire<span className="sr-only"> {format.name}</span>
                          </Button>
                        </>
                      )}
                      {format.state === 'retired' && (
                        <Button
                          size="sm"
                          variant="quiet"
                          reason={reason}
                          busy={restore.busy}
                          onClick={() => restore.run({ params: { id: format.id } })}
                        >
                          Offer again<span className="sr-only">: {format.name}</span>
                        </Button>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {open && <MatchFormatDialog format={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={retiring !== null}
        onClose={closeDialog}
        title={`Retire ${retiring?.name ?? ''}?`}
        description="No other season can choose it. Seasons that have chosen it keep it."
        confirm="Retire the format"
        tone="danger"
        busy={retire.busy}
        onConfirm={() => retiring && retire.run({ params: { id: retiring.id } })}
      />
    </Screen>
  )
}

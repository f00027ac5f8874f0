import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { BulkDialog, type BulkCall } from '#/organizer/desk/BulkDialog.tsx'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { getOrganizerSeason } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { useParams } from '#/web/router.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { OrganizerLeague } from './contract.ts'
import { formatTaken, limitError, parseLimit } from './format.ts'

type LeagueActsProps = { chosen: Chosen<OrganizerLeague> }
type LeagueSelection = Extract<BulkCall, { act: 'limit' }>['selection']

/** The acts on the chosen leagues of a season. */
export function LeagueActs({ chosen }: LeagueActsProps) {
  const [open, setOpen] = useState<'limit' | 'merge' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button size="sm" onClick={() => setOpen('limit')}>
        Set the limit
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setOpen('merge')}>
        Merge
      </Button>
      <Button size="sm" variant="danger" onClick={() => setOpen('cancel')}>
        Cancel
      </Button>
      {open === 'limit' && <LimitLeagues chosen={chosen} onClose={close} />}
      {open === 'merge' && <MergeLeagues chosen={chosen} onClose={close} />}
      {open === 'cancel' && (
        <BulkDialog
          title={`Cancel ${chosen.count} ${chosen.count === '1' ? 'league' : 'leagues'}?`}
          description="Everybody leaves, all cards are refunded, free seasons are given back, and each player gets an email. The leagues are no longer sold. Refunds and emails cannot be undone."
          verb="Cancel"
          danger
          word="cancel"
          request={{ act: 'cancel_league', selection: chosen.selection as LeagueSelection }}
          onClose={close}
        />
      )}
    </>
  )
}

type ActProps = LeagueActsProps & { onClose: () => void }

function LimitLeagues({ chosen, onClose }: ActProps) {
  const [typed, setTyped] = useState('')
  const capacity = parseLimit(typed)
  return (
    <BulkDialog
      title={`Limit ${chosen.count} ${chosen.count === '1' ? 'league' : 'leagues'}`}
      description="A lower limit removes nobody. Free places go to the wait-list first."
      verb="Limit"
      request={
        capacity !== undefined ? { act: 'limit', selection: chosen.selection as LeagueSelection, capacity } : null
      }
      onClose={onClose}
    >
      <TextField
        name="capacity"
        label="Entries at most, in each"
        optional
        hint="Leave empty for no limit. A pair is one entry."
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={typed}
        error={capacity === undefined ? limitError : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </BulkDialog>
  )
}

function MergeLeagues({ chosen, onClose }: ActProps) {
  const { id = '' } = useParams()
  const season = useRead(getOrganizerSeason, { params: { id }, query: {} }).data
  const [into, setInto] = useState('')
  const [first] = chosen.rows
  const targets = (season?.leagues ?? []).filter(
    (league) =>
      league.area === first?.area &&
      league.kind === first.kind &&
      league.sport === first.sport &&
      (league.offered || league.taken > 0) &&
      !(chosen.rows.length === 1 && league.id === first.id),
  )
  return (
    <BulkDialog
      title={`Merge ${chosen.count} ${chosen.count === '1' ? 'league' : 'leagues'} into another`}
      description="The entries go to the other league, and the emptied league is no longer sold. No money moves. Each player gets an email. Leagues can be merged only before their draw."
      verb="Merge"
      danger
      request={
        into === ''
          ? null
          : { act: 'merge_leagues', selection: chosen.selection as LeagueSelection, into: Number(into) }
      }
      onClose={onClose}
    >
      <SelectField
        name="into"
        label="Into"
        placeholder="Choose a league"
        hint={first && `Leagues in ${areaName(first.area)}.`}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
        options={targets.map((league) => ({
          value: String(league.id),
          label: `${league.division_name} · ${formatTaken(league)}`,
        }))}
      />
    </BulkDialog>
  )
}

import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import type { Chosen } from '#/organizer/desk/DeskList.tsx'
import { listEntryChoices } from '#/organizer/calls.gen.ts'
import type { EntryRow } from './contract.ts'
import { formatRoom } from './format.ts'
import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { BulkDialog, type BulkCall } from '#/organizer/desk/BulkDialog.tsx'

type EntryActsProps = { chosen: Chosen<EntryRow> }

/** The acts on the chosen entries of a list. */
export function EntryActs({ chosen }: EntryActsProps) {
  const [open, setOpen] = useState<'move' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button size="sm" onClick={() => setOpen('move')}>
        Move
      </Button>
      <EmailChosen chosen={chosen} />
      <Button size="sm" variant="danger" onClick={() => setOpen('withdraw')}>
        Withdraw
      </Button>
      {open === 'move' && <MoveEntries chosen={chosen} onClose={close} />}
      {open === 'withdraw' && <WithdrawEntries chosen={chosen} onClose={close} />}
    </>
  )
}

/** Chosen rows whose players fit into the address of a new message. */
const MOST_EMAILED = 200

function EmailChosen({ chosen: { selection, rows } }: EntryActsProps) {
  const players = [...new Set(rows.flatMap((row) => row.players.map(({ id }) => id)))]
  if ('filter' in selection || players.length > MOST_EMAILED)
    return (
      <Button size="sm" variant="secondary" reason="Choose fewer players, or use Messages.">
        Email
      </Button>
    )
  return (
    <ButtonLink size="sm" variant="secondary" to={deskPaths.newMessage({ players })}>
      Email
    </ButtonLink>
  )
}

type EntrySelection = Extract<BulkCall, { act: 'move' }>['selection']
type ActProps = EntryActsProps & { onClose: () => void }

function MoveEntries({ chosen, onClose }: ActProps) {
  const [league_id, setLeague] = useState('')
  const [keep_results, setKeep] = useState(false)
  const choices = useRead(listEntryChoices, {}).data
  const [first] = chosen.rows
  const from = choices?.leagues.find(({ id }) => id === first?.league_id)
  const kind = choices?.divisions.find(({ slug }) => slug === from?.division)?.kind
  const targets = (choices?.leagues ?? []).flatMap((league) => {
    const division = choices?.divisions.find(({ slug }) => slug === league.division)
    const fits = league.season_id === from?.season_id && league.area === from.area && division?.kind === kind
    // Somebody may be in each of the leagues.
    const isAll = chosen.rows.every((row) => row.league_id === league.id)
    return fits && division && !isAll ? [{ league, name: division.name }] : []
  })
  return (
    <BulkDialog
      title={`Move ${chosen.count} to another division`}
      description="Open matches are deleted where they are. No money moves. Each player gets an email."
      verb="Move"
      request={
        league_id === ''
          ? null
          : { act: 'move', selection: chosen.selection as EntrySelection, league_id: Number(league_id), keep_results }
      }
      onClose={onClose}
    >
      <SelectField
        name="league_id"
        label="Division"
        placeholder="Choose a division"
        hint={from && `Divisions in ${areaName(from.area)}. Entries of other areas and seasons are left out.`}
        value={league_id}
        onChange={(event) => setLeague(event.currentTarget.value)}
        options={targets.map(({ league, name }) => ({
          value: String(league.id),
          label: `${name} · ${formatRoom(league)}`,
        }))}
      />
      <Checkbox
        name="keep_results"
        label="Also move entries with results. Their results stay in the old league."
        checked={keep_results}
        onChange={(event) => setKeep(event.currentTarget.checked)}
      />
    </BulkDialog>
  )
}

function WithdrawEntries({ chosen, onClose }: ActProps) {
  const [refund, setRefund] = useState<'yes' | 'no' | ''>('')
  return (
    <BulkDialog
      title={`Take ${chosen.count} out of their leagues`}
      description="Open matches are deleted. Whether results still count is the season’s rule. Each player gets an email. This cannot be undone."
      verb="Withdraw"
      danger
      request={
        refund === ''
          ? null
          : { act: 'withdraw', selection: chosen.selection as EntrySelection, refund: refund === 'yes' }
      }
      onClose={onClose}
    >
      <RadioGroup
        name="refund"
        label="The money"
        layout="list"
        value={refund === '' ? null : refund}
        onChange={setRefund}
        options={[
          { value: 'yes', label: 'Refund it', note: 'To the card, or as a free season again. Cash is left out.' },
          { value: 'no', label: 'Keep it', note: 'You can still refund it later under Payments.' },
        ]}
      />
    </BulkDialog>
  )
}

import { useState } from 'react'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { useNavigate, useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { formatDays, formatInstant } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerEntry } from '#/organizer/calls.gen.ts'
import { ContactList } from '#/organizer/desk/ContactLinks.tsx'
import type { OrganizerEntry } from './contract.ts'
import { EntryBadge } from './EntriesPage.tsx'
import { DeductDialog } from './DeductDialog.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { formatMisfits, formatPaid, formatPlayers } from './format.ts'

/** One entry: its league, its payment, and the actions on it. */
export default function EntryPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerEntry, { params: { id } })
  if (read.data) return <Entry entry={read.data} />
  return (
    <Screen title="Entry">
      <Loaded of={read} loading="Loading the entry" missing="There is no such entry in your areas." />
    </Screen>
  )
}

function Entry({ entry }: { entry: OrganizerEntry }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'move' | 'replace' | 'deduct' | 'freeze' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  const gone = entry.leaving
    ? 'This entry is leaving: its refund is under way.'
    : entry.counts
      ? undefined
      : 'This entry is no longer in its league.'
  // In a sealed league the entry stays when its payment is closed.
  const isPaid = entry.payment_status === 'Paid' || entry.payment_status === 'Confirmed'
  const closed = gone ?? (isPaid ? undefined : 'The season is over, and the payment is closed.')
  const late = gone ?? (entry.over ? 'The season is over.' : undefined)
  return (
    <Screen
      documentTitle={`Entry of ${formatPlayers(entry.players)}`}
      kicker={
        <>
          <LeagueLink id={entry.league_id}>{entry.level_name}</LeagueLink>, {entry.season_name} {entry.year},{' '}
          {areaName(entry.area)}
        </>
      }
      title={formatPlayers(entry.players)}
      actions={
        <ButtonLink variant="secondary" to={deskPaths.auditLogOf(`entry ${entry.id}`)}>
          Audit log
        </ButtonLink>
      }
    >
      {entry.seed !== null && entry.counts && (
        <div className="mb-6">
          <Notice tone="info">
            Seeded {entry.seed} in the play-offs. If it leaves, the next entry in the standings takes its place, or the
            opponents get a walkover.
          </Notice>
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-8">
          <DataList items={factsOf(entry)} />
          <ContactList contacts={entry.contacts} />
          {entry.answers.length > 0 && <Answers entry={entry} />}
        </div>
        <section aria-labelledby="changes" className="flex flex-col items-stretch gap-3 sm:items-start">
          <h2 id="changes" className="lettering text-xl">
            Changes
          </h2>
          <Button variant="secondary" reason={late} onClick={() => setOpen('move')}>
            Move to another division
          </Button>
          <Button variant="secondary" reason={late} onClick={() => setOpen('replace')}>
            Replace a player
          </Button>
          {entry.by_points && (
            <Button variant="secondary" reason={closed} onClick={() => setOpen('deduct')}>
              Take points away
            </Button>
          )}
          {entry.frozen !== null && (
            <Button variant="secondary" reason={late} onClick={() => setOpen('freeze')}>
              {entry.frozen ? 'Release the place on the ladder' : 'Freeze the place on the ladder'}
            </Button>
          )}
          <ButtonLink variant="secondary" to={deskPaths.newMessage({ league: entry.league_id })}>
            Email the whole league
          </ButtonLink>
          <Button variant="danger" reason={closed} onClick={() => setOpen('withdraw')}>
            Take out of the league
          </Button>
        </section>
      </div>
      {open === 'move' && (
        <MoveDialog entry={entry} onClose={close} onMoved={(moved) => void navigate(deskPaths.entry(moved))} />
      )}
      {open === 'replace' && <ReplaceDialog entry={entry} onClose={close} />}
      {open === 'deduct' && <DeductDialog entry={entry} onClose={close} />}
      {open === 'freeze' && <FreezeDialog entry={entry} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog entry={entry} onClose={close} />}
    </Screen>
  )
}

/** Its players' answers to the season's questions. */
function Answers({ entry: { answers, players } }: { entry: OrganizerEntry }) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="lettering pb-2 text-xl">
        Answers
      </h2>
      <DataList
        items={answers.map(({ label, position, answer }) => ({
          term: players.length === 1 ? label : `${label} (${position === 1 ? 'player' : 'partner'})`,
          value: answer,
        }))}
      />
    </section>
  )
}

function factsOf(entry: OrganizerEntry) {
  const { players, invited, results, open_matches } = entry
  return [
    { term: 'State', value: <EntryBadge entry={entry} /> },
    ...players.map((player) => ({
      term: player.position === 1 ? 'Player' : 'Partner',
      value: (
        <>
          <TextLink to={deskPaths.player(player.id)}>{player.name}</TextLink>
          {player.singles_level && `, ${levelName(player.singles_level)}`}
          {player.distinguished_by && (
            <span className="block text-sm wrap-anywhere text-ink-soft">{player.distinguished_by}</span>
          )}
          {formatMisfits([player]).map((misfit) => (
            <span key={misfit} className="block text-sm text-warn">
              {misfit}
            </span>
          ))}
        </>
      ),
    })),
    ...(invited ? [{ term: 'Invited partner', value: `${invited.full_name}, ${invited.email}` }] : []),
    { term: 'Season', value: formatDays(entry.starting_date, entry.ending_date) },
    { term: 'Entered on', value: formatInstant(entry.created_at) },
    {
      term: 'Paid',
      value: <TextLink to={deskPaths.payment(entry.order_id)}>{formatPaid(entry)}</TextLink>,
    },
    ...(entry.entered_by === null ? [] : [{ term: 'Entered by', value: entry.entered_by }]),
    { term: 'Matches', value: `${results} with a result, ${open_matches} open` },
  ]
}

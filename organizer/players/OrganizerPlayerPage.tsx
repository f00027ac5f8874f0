import { useState } from 'react'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { formatInstant, formatMoment } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths, withQuery } from '#/contract/paths.ts'
import { Avatar } from '#/web/ui/Avatar.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerPlayer } from '#/organizer/calls.gen.ts'
import { ContactLinks } from '#/organizer/desk/ContactLinks.tsx'
import type { OrganizerPlayer } from './contract.ts'
import { NotesSection } from './NotesSection.tsx'
import { PlayerBadge } from './OrganizerPlayersPage.tsx'
import { PlayerActions, type PlayerChange } from './PlayerActions.tsx'
import { EntryList, FreeSeasonList, MatchList, PaymentList, SessionList } from './PlayerLists.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { PlayerDialog } from './PlayerDialogs.tsx'

/** One player: the account, entries, matches and payments, and organizers' actions. */
export default function OrganizerPlayerPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerPlayer, { params: { id } })
  if (read.data) return <Player player={read.data} />
  return (
    <Screen title="Player">
      <Loaded of={read} loading="Loading the player" missing="There is no such player in your areas." />
    </Screen>
  )
}

const tabs = ['profile', 'notes', 'entries', 'matches', 'orders', 'record', 'account'] as const

function Player({ player }: { player: OrganizerPlayer }) {
  const [change, setChange] = useState<PlayerChange | null>(null)
  const [search] = useSearchParams()
  const tab = tabs.find((each) => each === search.get('tab')) ?? 'profile'
  const labels: Record<(typeof tabs)[number], string> = {
    profile: 'Profile',
    notes: `Notes ${player.notes.length}`,
    entries: `Entries ${player.entries.length}`,
    matches: `Matches ${player.matches_total}`,
    orders: `Orders ${player.purchases_total}`,
    record: 'Record',
    account: 'Account',
  }
  return (
    <Screen
      kicker={<PlayerBadge player={player} />}
      title={player.name}
      heading={
        <span className="flex items-center gap-3">
          <Avatar name={player.name} photo={player.photo} isLarge />
          <span className="min-w-0 wrap-anywhere">{player.name}</span>
        </span>
      }
      lead={
        <span className="flex flex-col gap-3">
          <span className="wrap-anywhere">
            {[player.email ?? 'No email', player.phone].filter((known) => known !== null).join(' · ')}
          </span>
          {player.flags.length > 0 && (
            <span className="flex flex-wrap gap-2">
              {player.flags.map((flag) => (
                <Badge key={flag} tone="warn">
                  {flag}
                </Badge>
              ))}
            </span>
          )}
        </span>
      }
      actions={
        !player.closed && (
          <ButtonLink variant="secondary" to={paths.player(player.id)}>
            See the player’s page
          </ButtonLink>
        )
      }
    >
      {!player.closed && (
        <div className="mb-6">
          <ContactLinks name={player.name} email={player.email} phone={player.phone} />
        </div>
      )}
      {player.merged_into && (
        <div className="mb-6">
          <Notice>
            This account was merged into that of{' '}
            <TextLink to={deskPaths.player(player.merged_into.id)}>{player.merged_into.name}</TextLink>.
          </Notice>
        </div>
      )}
      {player.look_alikes.length > 0 && (
        <div className="mb-6">
          <Notice tone="warn" title="Other players have a name that looks the same">
            <ul>
              {player.look_alikes.map(({ id, name, email, area, created_at }) => (
                <li key={id} className="wrap-anywhere">
                  <TextLink to={deskPaths.player(id)}>{name}</TextLink>, {email}
                  {area !== null && `, ${areaName(area)}`}, since {formatInstant(created_at)}.{' '}
                  <TextLink to={`${deskPaths.mergePlayer(player.id)}?from=${id}`}>
                    Compare and merge<span className="sr-only"> {email}</span>
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {player.photo_reports.length > 0 && (
        <div className="mb-6">
          <Notice tone="warn" title="The photo was reported">
            <ul>
              {player.photo_reports.map(({ reason, reported_by, created_at }) => (
                <li key={`${reported_by} ${created_at}`} className="wrap-anywhere">
                  “{reason}”, {reported_by}, {formatMoment(created_at)}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <TabLinks
        label="The player"
        tabs={tabs.map((each) => ({
          to: withQuery(deskPaths.player(player.id), { tab: each === 'profile' ? undefined : each }),
          label: labels[each],
          current: each === tab,
        }))}
      />
      <div className="mt-6 flex flex-col gap-10">
        {tab === 'profile' && (
          <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex flex-col gap-8">
              <DataList items={factsOf(player)} />
              <LevelHistory player={player} />
            </div>
            <PlayerActions player={player} onChange={setChange} />
          </div>
        )}
        {tab === 'notes' && <NotesSection player={player} />}
        {tab === 'entries' && <EntryList player={player} />}
        {tab === 'matches' && <MatchList player={player} />}
        {tab === 'orders' && (
          <>
            <PaymentList player={player} />
            <FreeSeasonList player={player} />
          </>
        )}
        {tab === 'record' && <PlayerAuditLog player={player} />}
        {tab === 'account' && <SessionList player={player} />}
      </div>
      {change && <PlayerDialog change={change} player={player} onClose={() => setChange(null)} />}
    </Screen>
  )
}

function factsOf(player: OrganizerPlayer) {
  const { wins, losses, ties } = player.record
  return [
    { term: 'Area', value: player.area === null ? 'Profile not complete' : areaName(player.area) },
    { term: 'Singles level', value: player.singles_level === null ? '–' : levelName(player.singles_level) },
    { term: 'Doubles', value: player.doubles_level ?? '–' },
    { term: 'Gender', value: player.gender ?? '–' },
    { term: 'Year of birth', value: player.year_of_birth ?? '–' },
    { term: 'Phone', value: player.phone ?? '–' },
    ...(player.emergency_contact
      ? [{ term: 'In an emergency', value: `${player.emergency_contact.name}, ${player.emergency_contact.phone}` }]
      : []),
    { term: 'Email', value: player.email_verified ? 'Confirmed' : 'Not confirmed yet' },
    { term: 'Signs in', value: player.has_password ? 'With a password' : 'Without a password' },
    { term: 'Since', value: formatInstant(player.created_at) },
    { term: 'Won, lost, tied', value: `${wins}, ${losses}, ${ties}` },
  ]
}

/** The changes of the level by organizers, and the review that proposes one. */
function LevelHistory({ player: { audit_entries } }: { player: OrganizerPlayer }) {
  const changes = audit_entries.filter(({ kind }) => kind === 'change_level')
  return (
    <section aria-labelledby="levels" className="flex flex-col gap-2">
      <h2 id="levels" className="lettering text-lg">
        Level history
      </h2>
      {changes.length === 0 ? (
        <p className="text-ink-soft">No organizer has changed the level lately.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {changes.map(({ id, at, summary, organizer, reason }) => (
            <li key={id} className="wrap-anywhere">
              <time dateTime={at}>{formatInstant(at)}</time>: {summary}, {organizer}. “{reason}”
            </li>
          ))}
        </ol>
      )}
      <p>
        <TextLink to={deskPaths.levelReview}>Level review</TextLink>
      </p>
    </section>
  )
}

function PlayerAuditLog({ player: { id, audit_entries } }: { player: OrganizerPlayer }) {
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="lettering pb-3 text-lg">
        Changes by organizers
      </h2>
      {audit_entries.length === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <>
          <ol className="flex flex-col">
            {audit_entries.map((entry) => (
              <li key={entry.id} className="flex flex-col gap-1 border-b border-line bg-surface p-4">
                <p className="font-[650]">{entry.summary}.</p>
                <p className="text-sm text-ink-soft">
                  <time dateTime={entry.at}>{formatMoment(entry.at)}</time>, {entry.organizer}
                </p>
                {entry.reason && <p>“{entry.reason}”</p>}
              </li>
            ))}
          </ol>
          <p className="mt-3">
            <TextLink to={deskPaths.auditLogOf(`player ${id}`)}>Audit log of this player</TextLink>
          </p>
        </>
      )}
    </section>
  )
}

import { phoneLink } from '#/contract/phone-link.ts'
import { Navigate, useSearchParams } from '#/web/router.tsx'
import { formatName, formatTotal, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listMyLeagues, listLeaguePlayers } from '#/features/calls.gen.ts'
import { Face } from '#/features/leagues/Face.tsx'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { useRead } from '#/web/api.ts'
import { PagedTable } from '#/web/PagedTable.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeaguePlayer } from './contract.ts'

/** The players of one of the reader's leagues: ?league=&yr=&level=. */
export default function LeaguePlayersPage() {
  const [params] = useSearchParams()
  const [league, yr, level] = ['league', 'yr', 'level'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const isWhole = league !== '' && yr !== '' && level !== ''
  const list = useList(listLeaguePlayers, { body: { league, yr, level } }, { enabled: isWhole })
  const mine = useRead(listMyLeagues, {}).data?.find(
    (each) => each.league_slug === league && String(each.year) === yr && each.level_slug === level,
  )
  if (!isWhole) return <Navigate to={paths.players} replace />
  const name = mine && formatLeague(mine)
  const hasPartners = list.read.data?.players.some(({ partner }) => partner !== null) ?? false
  return (
    <Screen
      title="Players"
      documentTitle={name && `Players of ${name}`}
      kicker={<TextLink to={paths.players}>All my leagues</TextLink>}
      // Reserves the line before the name is loaded, so that nothing moves.
      lead={name ?? '\u00A0'}
    >
      <PagedTable
        list={list}
        loading="Loading the players"
        skeletonRows={8}
        missing="We could not find this league."
        action={<ButtonLink to={paths.players}>All my leagues</ButtonLink>}
        count={({ total }) => formatTotal(total, 'player', 'players')}
        rows={({ players }) => players}
        rowKey={({ id }) => id}
        marked={({ is_me }) => is_me}
        columns={hasPartners ? [nameColumn, partnerColumn, ...ways] : [nameColumn, ...ways]}
        empty={{ picture: 'no-players', text: 'There are no players in this league.' }}
      />
    </Screen>
  )
}

const nameOf = ({ user }: LeaguePlayer) => formatName(user)

const nameColumn: Column<LeaguePlayer> = {
  key: 'name',
  header: 'Name',
  rowHeader: true,
  cell: (player) => (
    <span className="flex items-center gap-3">
      <Face player_id={player.id} name={nameOf(player)} />
      <span>
        <PlayerName player_id={player.id} name={nameOf(player)} />
        {player.is_me && (
          <span className="ml-2 inline-block text-sm font-normal whitespace-nowrap text-ink-soft">You</span>
        )}
      </span>
    </span>
  ),
}

const partnerColumn: Column<LeaguePlayer> = {
  key: 'partner',
  header: 'Partner',
  cell: ({ partner }) => partner ?? 'Not known yet',
}

const look =
  'inline-flex min-h-11 items-center font-[620] underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink'
const hidden = <span className="text-ink-soft">Not shown</span>

const ways: Column<LeaguePlayer>[] = [
  {
    key: 'email',
    header: 'Email',
    className: 'sm:min-w-[18ch]',
    cell: ({ user }) =>
      user.email === null ? (
        hidden
      ) : (
        <a href={`mailto:${user.email}`} className={`${look} wrap-anywhere max-sm:text-sm`}>
          {user.email}
        </a>
      ),
  },
  {
    key: 'phone',
    header: 'Phone',
    className: 'tabular whitespace-nowrap',
    cell: ({ user }) =>
      user.phone === null ? (
        hidden
      ) : (
        <a href={phoneLink(user.phone)} className={look}>
          {user.phone}
        </a>
      ),
  },
  {
    key: 'compare',
    header: 'Compare',
    cell: (player) =>
      player.is_me ? (
        <span className="text-ink-soft">–</span>
      ) : (
        <TextLink
          to={paths.comparison({ two: player.id })}
          className="inline-flex min-h-11 items-center whitespace-nowrap"
        >
          Compare<span className="sr-only"> with {nameOf(player)}</span>
        </TextLink>
      ),
  },
]

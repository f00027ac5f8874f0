import { Navigate, useSearchParams } from 'react-router'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table, type Column } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listLeaguePlayers, type LeaguePlayer } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { formatName } from '#/contract/format.ts'

const perPage = perPageOf(listLeaguePlayers)

/** The players of one of my leagues: ?league=&yr=&level=. */
export default function LeaguePlayersPage() {
  const [params] = useSearchParams()
  const [league, yr, level] = ['league', 'yr', 'level'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const page = Number(params.get('page') ?? 1)
  const whole = league !== '' && yr !== '' && level !== ''
  const read = useRead(
    listLeaguePlayers,
    { body: { league, yr, level }, query: { page } },
    { enabled: whole, keepPrevious: true },
  )
  const mine = useRead(listMyLeagues, {}).data?.find(
    (each) => each.league_slug === league && String(each.year) === yr && each.level_slug === level,
  )
  if (!whole) return <Navigate to={paths.players} replace />

  const name = mine ? `${mine.level_name}, ${mine.league_name} ${mine.year}` : null
  const players = read.data
  return (
    <>
      <title>{name ? `Players of ${name} · Deuce` : 'Players · Deuce'}</title>
      <PageHeader kicker={<TextLink to={paths.players}>All my leagues</TextLink>} title="Players" lead={name} />
      {players && players.players.length > 0 ? (
        <div aria-busy={read.isPlaceholderData}>
          <Table
            caption={`${players.total} ${players.total === 1 ? 'player' : 'players'}`}
            rows={players.players}
            rowKey={(player) => player.id}
            marked={(player) => player.is_me}
            columns={
              players.players.some(({ partner }) => partner !== null)
                ? [nameColumn, partnerColumn, ...ways]
                : [nameColumn, ...ways]
            }
          />
          {players.total > perPage && (
            <Pager
              page={page}
              perPage={perPage}
              total={players.total}
              hrefOf={(next) => `?${new URLSearchParams({ league, yr, level, page: String(next) })}`}
            />
          )}
        </div>
      ) : players ? (
        <EmptyState
          picture="no-players"
          title="No result found"
          action={<ButtonLink to={paths.players}>All my leagues</ButtonLink>}
        >
          There are no players on this page of the list.
        </EmptyState>
      ) : read.error ? (
        <ReadError
          of={read}
          missing="We could not find this league."
          action={<ButtonLink to={paths.players}>All my leagues</ButtonLink>}
        />
      ) : (
        <Skeleton kind="rows" count={8} label="Loading the players" />
      )}
    </>
  )
}

const nameOf = ({ user }: LeaguePlayer) => formatName(user)

const nameColumn: Column<LeaguePlayer> = {
  key: 'name',
  header: 'Name',
  rowHeader: true,
  cell: (player) => (
    <>
      {nameOf(player)}
      {player.is_me && <span className="ml-2 text-sm font-normal text-ink-soft">You</span>}
    </>
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
        <a href={`tel:${user.phone.replaceAll(/[^+\d]/g, '')}`} className={look}>
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
        <TextLink to={paths.comparison({ two: player.id })} className="inline-flex min-h-11 items-center">
          Compare<span className="sr-only"> with {nameOf(player)}</span>
        </TextLink>
      ),
  },
]

import { paths } from '#/contract/paths.ts'
import { formatLeague } from '#/contract/format.ts'
import { listPurchases, listMyLeagues } from '#/features/calls.gen.ts'
import type { PurchaseRow } from '#/features/checkout/contract.ts'
import { MyInvitations } from '#/features/invitations/MyInvitations.tsx'
import { LiveNowLater } from '#/features/leagues/LiveNowLater.tsx'
import { liveLeagues } from '#/features/leagues/live.web.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { LeagueCard } from './LeagueCard.tsx'

/** The leagues that the player is in: what is played today, then the next, then past ones. */
export default function MyLeaguePage() {
  const leagues = useRead(listMyLeagues, {}, { live: liveLeagues })
  const open = useOpenOrder()
  return (
    <Screen title="My league">
      <MyInvitations />
      {open && <OpenOrder line={open} />}
      {leagues.data && leagues.data.length > 0 && (
        <div className="not-empty:mb-6">
          <LiveNowLater league_ids={leagues.data.map(({ league_id }) => league_id)} />
        </div>
      )}
      <Loaded
        of={leagues}
        loading="Loading your leagues"
        skeleton={{ kind: 'cards', count: 2 }}
        empty={({ length }) =>
          length === 0 &&
          (open ? (
            <></>
          ) : (
            <EmptyState
              picture="no-league"
              title="No League available"
              action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
            >
              You are not in a league yet. Choose a season and a division of your level.
            </EmptyState>
          ))
        }
      >
        {(mine) => (
          <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6">
            {mine.map((league, index) => (
              <li key={league.league_id} className="grid">
                <LeagueCard league={league} current={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

/** A line whose payment is not decided yet. */
function useOpenOrder(): PurchaseRow | undefined {
  const { data } = useRead(listPurchases, {})
  return data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
}

/** Without it the league that is being paid for would seem lost. */
function OpenOrder({ line }: { line: PurchaseRow }) {
  return (
    <div className="mb-6">
      <Notice
        title={`Your payment for ${formatLeague(line)}, is not finished`}
        actions={
          <ButtonLink to={paths.order(line.order_id)} variant="secondary">
            See how it stands
          </ButtonLink>
        }
      >
        The league is listed here as soon as it is paid.
      </Notice>
    </div>
  )
}

import { paths } from '#/contract/paths.ts'
import { formatInstant, formatLeague } from '#/contract/format.ts'
import { listEntryInvitations, listLiveScores, listMyLeagues, listPurchases } from '#/features/calls.gen.ts'
import type { PurchaseRow } from '#/features/checkout/contract.ts'
import { MyInvitations } from '#/features/invitations/MyInvitations.tsx'
import LiveNow from '#/features/leagues/LiveNow.tsx'
import { liveLeagues } from '#/features/leagues/live.web.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { LeagueCard } from './LeagueCard.tsx'

/** The player's leagues: current ones, then upcoming, then past. */
export default function MyLeaguePage() {
  const leagues = useRead(listMyLeagues, {}, { live: liveLeagues })
  const purchases = useRead(listPurchases, {})
  const invitations = useRead(listEntryInvitations, {})
  const live = useRead(listLiveScores, { query: {} })
  // The cards appear together with the parts above them, so that they do not move. A failed read does not hold them up.
  const isAboveKnown = [purchases, invitations, live].every(({ data, error }) => data !== undefined || error !== null)
  const open = purchases.data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
  return (
    <Screen title="My league">
      {isAboveKnown && (
        <>
          <MyInvitations />
          {open && <OpenOrder line={open} />}
          {leagues.data && leagues.data.length > 0 && (
            <div className="not-empty:mb-6">
              <LiveNow league_ids={leagues.data.map(({ league_id }) => league_id)} isMine />
            </div>
          )}
        </>
      )}
      <Loaded
        of={isAboveKnown ? leagues : { ...leagues, data: undefined }}
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

/** Shows the league of an unsettled payment, which would otherwise seem lost. */
function OpenOrder({ line }: { line: PurchaseRow }) {
  return (
    <div className="mb-6">
      <Notice
        title={
          line.held_until
            ? `Your place in ${formatLeague(line)}, is held until ${formatInstant(line.held_until)}`
            : `Your payment for ${formatLeague(line)}, is not finished`
        }
        actions={
          <ButtonLink to={paths.order(line.order_id)} variant="secondary">
            See the status
          </ButtonLink>
        }
      >
        {line.held_until
          ? 'Open the link that we emailed to you by then, and you are in.'
          : 'The league is listed here as soon as it is paid.'}
      </Notice>
    </div>
  )
}

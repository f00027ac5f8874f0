import { levelName } from '#/contract/levels.ts'
import { paths } from '#/contract/paths.ts'
import {
  acceptPartnership,
  endPartnership,
  listMyLeagues,
  listPartnerSearches,
  offerPartnership,
  setPartnerSearch,
} from '#/features/calls.gen.ts'
import { keepPartners } from '#/features/checkout/partners.web.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useNavigate } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { PartnerOffer, SearchDays, SearchLeague } from './contract.ts'

const stale = [listPartnerSearches]

const dayOptions: { value: SearchDays; label: string }[] = [
  { value: 'any', label: 'I can play on any day' },
  { value: 'weekdays', label: 'I prefer weekdays' },
  { value: 'weekends', label: 'I prefer weekends' },
]
const dayNames = { any: 'Any day', weekdays: 'Weekdays', weekends: 'Weekends' }

/** Players of the area who look for a doubles partner, and the reader's own searches. */
export default function PartnerSearchPage() {
  const read = useRead(listPartnerSearches, {})
  return (
    <Screen
      title="Look for a partner"
      kicker={<TextLink to={paths.joinLeague}>Join a league</TextLink>}
      lead="Doubles is played in pairs. Find somebody in your area, and enter together."
    >
      <Loaded
        of={read}
        loading="Looking for players"
        skeleton={{ kind: 'cards', count: 2 }}
        empty={({ leagues }) =>
          leagues.length === 0 && (
            <EmptyState
              picture="no-league"
              title="No doubles on sale"
              action={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}
            >
              You can look for a partner while a doubles division is on sale in your area.
            </EmptyState>
          )
        }
      >
        {({ leagues }) => (
          <div className="flex flex-col gap-10">
            {leagues.filter(isBusy).map((league) => (
              <League key={league.league_id} league={league} />
            ))}
            <Others leagues={leagues.filter((league) => !isBusy(league))} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** Whether somebody looks for a partner in a league, or the reader does. */
function isBusy({ players, offers, agreed, days, has_place }: SearchLeague): boolean {
  return players.length + offers.length > 0 || agreed !== null || days !== null || has_place
}

/** The leagues in which nobody is looking yet. */
function Others({ leagues }: { leagues: SearchLeague[] }) {
  if (leagues.length === 0) return null
  return (
    <section aria-labelledby="others" className="flex flex-col gap-4">
      <div>
        <h2 id="others" className="lettering text-2xl">
          Be the first to look
        </h2>
        <p className="mt-1 text-ink-soft">{SEEN_BY_OTHERS}</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {leagues.map((league) => (
          <li key={league.league_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="font-[650]">{league.league}</span>
            <LookButton league={league} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const SEEN_BY_OTHERS = 'The players of your area see your name, your level if you show it, and when you prefer to play.'

function LookButton({ league: { league_id, league } }: { league: SearchLeague }) {
  const search = useAction(setPartnerSearch, { stale })
  return (
    <Button
      variant="secondary"
      busy={search.busy}
      onClick={() => search.run({ params: { league_id }, body: { days: 'any' } })}
    >
      I am looking for a partner<span className="sr-only"> in {league}</span>
    </Button>
  )
}

function League({ league }: { league: SearchLeague }) {
  const { league_id, players, offers, agreed } = league
  const heading = `league-${league_id}`
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="lettering text-2xl">
        {league.league}
      </h2>
      {agreed ? <Agreed league={league} agreed={agreed} /> : <MySearch league={league} />}
      {!agreed && (
        <ul className="grid gap-4 empty:hidden lg:grid-cols-2">
          {offers.map((offer) => (
            <li key={offer.player_id}>
              <OfferCard offer={offer} />
            </li>
          ))}
          {players.map((player) => (
            <li key={player.player_id}>
              <PlayerCard player={player} league_id={league_id} />
            </li>
          ))}
        </ul>
      )}
      {!agreed && offers.length + players.length === 0 && (
        <p className="text-ink-soft">Nobody else is looking here yet.</p>
      )}
    </section>
  )
}

function MySearch({ league: all }: { league: SearchLeague }) {
  const { league_id, league, days } = all
  const search = useAction(setPartnerSearch, { stale })
  const set = (next: SearchDays | null) => search.run({ params: { league_id }, body: { days: next } })
  const where = <span className="sr-only"> in {league}</span>
  if (days === null) return <Notice actions={<LookButton league={all} />}>{SEEN_BY_OTHERS}</Notice>
  return (
    <Notice
      tone="success"
      title="You are looking for a partner"
      actions={
        <Button variant="secondary" busy={search.busy} onClick={() => set(null)}>
          Stop looking{where}
        </Button>
      }
    >
      <SelectField
        label="When do you prefer to play?"
        className="max-w-sm"
        options={dayOptions}
        value={days}
        onChange={({ target }) => set(dayOptions.find(({ value }) => value === target.value)?.value ?? 'any')}
      />
    </Notice>
  )
}

function Agreed({ league, agreed }: { league: SearchLeague; agreed: PartnerOffer }) {
  const navigate = useNavigate()
  const end = useAction(endPartnership, { stale })
  const { id, name, email } = agreed
  const { division_id, season_slug, season_year } = league
  const enter = () => {
    if (email !== null) keepPartners([{ id: division_id, kind: 'doubles' }], [{ full_name: name, email }])
    void navigate(paths.divisions(season_slug, season_year))
  }
  return (
    <Notice
      tone="success"
      title={`You and ${name} have agreed to play`}
      actions={
        <>
          {!league.has_place && !agreed.has_place && (
            <Button onClick={enter}>
              Enter with {name}
              <span className="sr-only"> in {league.league}</span>
            </Button>
          )}
          <Button variant="secondary" busy={end.busy} onClick={() => end.run({ params: { id } })}>
            We do not play together<span className="sr-only"> in {league.league}</span>
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {league.has_place
          ? `${name} has been invited by email.`
          : agreed.has_place
            ? `${name} has entered. Open the invitation in your email to join.`
            : 'One of you enters and pays for both. The other gets an invitation by email.'}{' '}
        {email !== null && (
          <>
            Write to {name}: <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </Notice>
  )
}

type Person = SearchLeague['players'][number]

function PersonFacts({ person: { name, level, days, has_place } }: { person: Person }) {
  return (
    <>
      <h3 className="lettering text-xl">{name}</h3>
      <p className="text-ink-soft">
        {level !== null && `Level ${levelName(level)} · `}
        {dayNames[days]}
      </p>
      {has_place && <Badge tone="good">Has a place: you pay nothing</Badge>}
    </>
  )
}

function PlayerCard({ player, league_id }: { player: Person; league_id: number }) {
  const offer = useAction(offerPartnership, { stale })
  return (
    <Card className="flex h-full flex-col items-start gap-3">
      <PersonFacts person={player} />
      <Button
        busy={offer.busy}
        onClick={() => offer.run({ params: { league_id }, body: { player_id: player.player_id } })}
      >
        Offer to play<span className="sr-only"> with {player.name}</span>
      </Button>
    </Card>
  )
}

function OfferCard({ offer }: { offer: PartnerOffer }) {
  const accept = useAction(acceptPartnership, { stale: [...stale, listMyLeagues] })
  const end = useAction(endPartnership, { stale })
  const { id, name, is_mine } = offer
  const params = { id }
  return (
    <Card className="flex h-full flex-col items-start gap-3">
      <PersonFacts person={offer} />
      {is_mine ? (
        <p>You have offered to play. {name} has to answer.</p>
      ) : (
        <p>{name} would like to play with you. If you accept, you see each other’s email.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {!is_mine && (
          <Button busy={accept.busy} onClick={() => accept.run({ params })}>
            Accept<span className="sr-only"> the offer of {name}</span>
          </Button>
        )}
        <Button variant="secondary" busy={end.busy} onClick={() => end.run({ params })}>
          {is_mine ? 'Withdraw' : 'Decline'}
          <span className="sr-only"> the offer {is_mine ? `to ${name}` : `of ${name}`}</span>
        </Button>
      </div>
    </Card>
  )
}

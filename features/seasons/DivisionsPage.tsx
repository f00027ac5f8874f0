import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { getUser, type User } from '#/features/accounts/contract.ts'
import { listMyLeagues, type LeagueEntry } from '#/features/checkout/contract.ts'
import { areaNames } from '#/contract/fields.ts'
import { useRead } from '#/web/api.ts'
import { addToCart, isCartOf, removeFromCart, useCart } from '#/web/cart.ts'
import { paths } from '#/web/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listDivisions, listSeasons, type Division, type Season } from './contract.ts'
import { sayDays, sayDollars, toCents } from './words.ts'

/** The divisions of one season, to put into the cart. */
export default function DivisionsPage() {
  const { slug = '' } = useParams()
  const seasons = useRead(listSeasons, {})
  const divisions = useRead(listDivisions, {})
  const leagues = useRead(listMyLeagues, {})
  const me = useRead(getUser, {})
  const reads = [seasons, divisions, leagues, me]
  const failed = reads.find(({ error }) => error)
  const season = seasons.data?.items.find((one) => one.slug === slug)

  if (seasons.data && !season)
    return (
      <>
        <title>Season not found · Deuce</title>
        <PageHeader title="We do not know this season" />
        <EmptyState picture="lost" title="Out" action={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}>
          There is no such season for sale.
        </EmptyState>
      </>
    )
  return (
    <>
      <title>{season ? `${season.name} ${season.year} · Deuce` : 'Divisions · Deuce'}</title>
      <PageHeader
        kicker={<TextLink to={paths.joinLeague}>All seasons</TextLink>}
        title={season ? `${season.name} ${season.year}` : 'Divisions'}
        lead={season && sayDays(season.starting_date, season.ending_date)}
      />
      {season && divisions.data && leagues.data && me.data ? (
        <Divisions season={season} divisions={divisions.data.items} leagues={leagues.data} user={me.data.user} />
      ) : failed?.error ? (
        <ErrorState
          onRetry={() => void Promise.all(reads.map((read) => read.refetch()))}
          busy={reads.some(({ isFetching }) => isFetching)}
          requestId={failed.error.request_id ?? undefined}
        >
          {failed.error.message}
        </ErrorState>
      ) : (
        <Skeleton kind="cards" count={6} label="Loading the divisions" />
      )}
    </>
  )
}

type DivisionsProps = { season: Season; divisions: Division[]; leagues: LeagueEntry[]; user: User }

function Divisions({ season, divisions, leagues, user }: DivisionsProps) {
  const chosen = useCart()
  const [replacing, setReplacing] = useState<Division | null>(null)
  const here = isCartOf(season, chosen)
  const inCart = (division: Division) => here && chosen.cart.some(({ id }) => id === division.id)
  const entered = (division: Division) =>
    leagues.some(
      (league) =>
        league.level_slug === division.slug &&
        league.league_slug === season.slug &&
        league.year === season.year &&
        areaNames[league.area] === user.location,
    )
  const add = (division: Division) => addToCart(season, { ...division, season_count: 1 })
  const choose = (division: Division) => (here || chosen.cart.length === 0 ? add(division) : setReplacing(division))

  const card = (division: Division) => (
    <li key={division.id} className="grid">
      <DivisionCard
        division={division}
        warning={warningFor(division, user)}
        state={entered(division) ? 'entered' : inCart(division) ? 'in-cart' : 'free'}
        onAdd={() => choose(division)}
        onRemove={() => removeFromCart(division.id)}
      />
    </li>
  )
  const fitting = divisions.filter((division) => warningFor(division, user) === null)
  // Another level of one's own comes before what is meant for others.
  const isOwn = ({ gender }: Division) => gender === null || gender === user.gender
  const others = divisions
    .filter((division) => warningFor(division, user) !== null)
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  return (
    <>
      <Group
        title="For you"
        note={
          user.location === null
            ? 'Singles and doubles.'
            : `In ${user.location}. Singles at ${user.singles_level}, and doubles.`
        }
      >
        {fitting.map(card)}
      </Group>
      <Group title="Other divisions" note="You may play these too; they are meant for other levels or players.">
        {others.map(card)}
      </Group>
      {here && chosen.cart.length > 0 && <CartBar items={chosen.cart} />}
      <ConfirmDialog
        open={replacing !== null}
        onClose={() => setReplacing(null)}
        title="Replace your cart?"
        description={`Your cart holds ${chosen.league_name} ${chosen.year}. One order is for one season.`}
        confirm={`Start a ${season.name} cart`}
        cancel={`Keep ${chosen.league_name}`}
        onConfirm={() => {
          if (replacing) add(replacing)
          setReplacing(null)
        }}
      />
    </>
  )
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="mb-10">
      <h2 className="lettering text-2xl">{title}</h2>
      <p className="mt-1 mb-4 text-ink-soft">{note}</p>
      <ul className="grid gap-4 xs:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  )
}

type DivisionCardProps = {
  division: Division
  /** Why it may not be meant for the player. */
  warning: string | null
  state: 'free' | 'in-cart' | 'entered'
  onAdd: () => void
  onRemove: () => void
}

function DivisionCard({ division, warning, state, onAdd, onRemove }: DivisionCardProps) {
  const name = <span className="sr-only">: {division.name}</span>
  return (
    <PictureCard
      level={3}
      picture={<Court slug={division.slug} />}
      corner={
        state === 'entered' ? (
          <Badge tone="live">You are in</Badge>
        ) : state === 'in-cart' ? (
          <Badge tone="info">In your cart</Badge>
        ) : null
      }
      selected={state === 'in-cart'}
      title={division.name}
      actions={
        state === 'entered' ? (
          <ButtonLink to={paths.myLeague} variant="quiet" wide>
            My league
          </ButtonLink>
        ) : state === 'in-cart' ? (
          <Button variant="secondary" wide onClick={onRemove} className="scroll-mb-32">
            Remove
            {name}
          </Button>
        ) : (
          <Button wide onClick={onAdd} className="scroll-mb-32">
            Add to Cart
            {name}
          </Button>
        )
      }
    >
      <p className="figures text-xl text-ink">{sayDollars(division.price)}</p>
      {warning && <p className="mt-1 text-sm">{warning}</p>}
    </PictureCard>
  )
}

/** What is chosen so far and the next step, always in reach. */
function CartBar({ items }: { items: { price: number }[] }) {
  const total = items.reduce((sum, { price }) => sum + toCents(price), 0) / 100
  return (
    <div className="sticky bottom-3 z-20 flex items-center justify-between gap-4 rounded-md border-2 border-ink bg-surface p-3 pl-4 shadow-lift">
      <output className="leading-tight">
        <span className="figures block text-xl">{sayDollars(total)}</span>
        <span className="text-sm text-ink-soft">
          {items.length} {items.length === 1 ? 'division' : 'divisions'} in your cart
        </span>
      </output>
      <ButtonLink to={paths.orderSummary}>Order summary</ButtonLink>
    </div>
  )
}

/** A word to who may have pressed the wrong card; never a refusal (decisions: "Area"). */
function warningFor({ gender, level }: Division, user: User): string | null {
  if (gender !== null && user.gender !== null && gender !== user.gender)
    return `Meant for ${gender === 'Male' ? 'men' : 'women'}.`
  if (level === null || user.singles_level === null || level === user.singles_level) return null
  return `${level > user.singles_level ? 'Above' : 'Below'} your level: you play ${user.singles_level}.`
}

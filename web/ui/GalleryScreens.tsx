import { useState } from 'react'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { Card, PictureCard } from './Card.tsx'
import { Court } from './Court.tsx'
import { DateField } from './DateField.tsx'
import { FormActions } from './FormActions.tsx'
import { HomeCourt } from './HomeCourt.tsx'
import { Logo } from './Logo.tsx'
import { Notice } from './Notice.tsx'
import { NumberStepper } from './NumberStepper.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Pager } from './Pager.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { Scoreboard } from './Scoreboard.tsx'
import { SelectField } from './SelectField.tsx'
import { SetInput } from './SetInput.tsx'
import { Table } from './Table.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'
import { TextLink } from './TextLink.tsx'

/** Sign-in: the court beside the form, above it on a phone. */
export function SignInSample() {
  return (
    <div className="grid bg-chalk lg:min-h-[46rem] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="relative h-44 overflow-hidden sm:h-60 lg:h-auto">
        <HomeCourt className="absolute inset-0 size-full" />
        <div className="on-board absolute top-0 left-0 px-4 py-3 sm:px-6 sm:py-4">
          <Logo size={34} title="Deuce" />
        </div>
      </div>
      <div className="flex items-center px-5 py-8 sm:px-12 lg:py-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="lettering text-3xl">Sign in</h1>
          <p className="mt-3 text-ink-soft">Your matches, your league, this season’s table.</p>
          <form className="mt-8 flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
            <TextField label="Email" name="sample_email" type="email" autoComplete="email" inputMode="email" />
            <PasswordField label="Password" name="sample_password" autoComplete="current-password" />
            <div className="-mt-2 text-right text-sm">
              <TextLink to="#forgot" className="inline-flex min-h-6 items-center">
                Forgot your password?
              </TextLink>
            </div>
            <Button type="submit" size="lg" wide>
              Sign in
            </Button>
          </form>
          <p className="baseline mt-8 pb-5" />
          <p className="pt-5">
            New here?{' '}
            <TextLink to="#join" className="inline-flex min-h-6 items-center">
              Join a league
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  )
}

const divisions = [
  ...['3.0', '3.5', '4.0', '4.5', '5.0'].map((level) => ({
    slug: `womens-singles-${level}`,
    name: `Women’s singles ${level}`,
  })),
  { slug: 'doubles-mix', name: 'Mixed doubles' },
]

/** Choosing a division: a picture each, the price, one button. */
export function DivisionsSample() {
  const [chosen, setChosen] = useState<readonly string[]>(['womens-singles-3.5'])
  return (
    <div className="p-4 sm:p-8">
      <PageHeader
        kicker="Fall, September 22 to November 29"
        title="Choose your divisions"
        lead="You play your own level in singles. Doubles needs a partner with an account."
      />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {divisions.map(({ slug, name }) => {
          const inCart = chosen.includes(slug)
          return (
            <li key={slug} className="*:h-full">
              <PictureCard
                picture={<Court slug={slug} />}
                corner={inCart && <Badge tone="live">In your cart</Badge>}
                title={name}
                selected={inCart}
                actions={
                  <Button
                    wide
                    variant={inCart ? 'secondary' : 'primary'}
                    onClick={() => setChosen(inCart ? chosen.filter((other) => other !== slug) : [...chosen, slug])}
                  >
                    {inCart ? 'Remove' : 'Add to cart'}
                    <span className="sr-only">: {name}</span>
                  </Button>
                }
              >
                <p>
                  <span className="figures text-xl text-ink">$45.00</span> for the season
                </p>
              </PictureCard>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Paying: the lines, the card, and a total that never leaves the screen. */
export function CheckoutSample() {
  const lines = [
    { slug: 'womens-singles-3.5', name: 'Women’s singles 3.5', price: '$45.00' },
    { slug: 'doubles-mix', name: 'Mixed doubles', price: '$60.00' },
  ]
  return (
    <div className="p-4 sm:p-8">
      <PageHeader kicker="Fall 2026, South Bend" title="Order summary" />
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex flex-col gap-8">
          <ul className="flex flex-col border-t border-line">
            {lines.map((line) => (
              <li key={line.slug} className="flex items-center gap-4 border-b border-line py-3">
                <Court slug={line.slug} className="h-16 w-24 shrink-0 rounded-sm sm:h-20 sm:w-32" />
                <div className="min-w-0 flex-1">
                  <h2 className="lettering text-lg">{line.name}</h2>
                  <Button variant="quiet" size="sm" className="-ml-3">
                    Remove<span className="sr-only"> {line.name}</span>
                  </Button>
                </div>
                <span className="figures text-xl">{line.price}</span>
              </li>
            ))}
          </ul>
          <form className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
            <h2 className="lettering text-xl">Card</h2>
            <Notice tone="info">Test mode: no money moves. Use 4242 4242 4242 4242.</Notice>
            <TextField
              label="Card number"
              name="sample_card"
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 5678 9012 3456"
            />
            <div className="grid grid-cols-2 gap-4">
              <TextField
                label="Expiry"
                name="sample_expiry"
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder="MM/YY"
              />
              <TextField
                label="Security code"
                name="sample_cvc"
                inputMode="numeric"
                autoComplete="cc-csc"
                placeholder="CVC"
              />
            </div>
            <FormActions note="One charge, no later fees. You can withdraw for a full refund until the season starts.">
              <Button type="submit" size="lg">
                Pay $105.00
              </Button>
            </FormActions>
          </form>
        </div>
        <Card
          tone="board"
          data-sticky
          className="sticky top-18 z-10 order-first py-3! sm:py-4! lg:top-24 lg:order-last lg:py-6!"
        >
          <div className="flex items-baseline justify-between gap-4 lg:flex-col">
            <p className="text-on-board-soft">Total, 2 divisions</p>
            <p className="figures text-2xl text-live lg:text-score">$105.00</p>
          </div>
        </Card>
      </div>
    </div>
  )
}

const table = [
  ['Nora Whitfield', 8, 1, 0.86],
  ['Marisol Vega', 7, 2, 0.74],
  ['Priya Raman', 7, 2, 0.71],
  ['Hannah Okafor', 5, 4, 0.58],
  ['Wei Zhang', 4, 4, 0.52],
  ['Ellen Sørensen', 2, 6, 0.31],
  ['Catherine Montgomery-Hale', 1, 7, 0.2],
  ['Joan Petrov', 0, 8, 0.09],
].map(([name, wins, losses, share]) => ({ name, wins, losses, share: Number(share) }))

/** Standings: rank on the left, figures on the right, one's own row lit, the play-off line drawn. */
export function StandingsSample() {
  return (
    <div className="p-4 sm:p-8">
      <PageHeader
        kicker="Fall 2026, South Bend"
        title="Women’s singles 3.5"
        lead="Ranked by wins. Level players are split by the matches between them."
      />
      <Table
        caption="Standings"
        hideCaption
        phone="table"
        rows={table}
        rowKey={(row) => String(row.name)}
        marked={(row) => row.name === 'Priya Raman'}
        cut={{ after: 4, label: 'Play-offs: the top half' }}
        columns={[
          {
            key: 'rank',
            header: 'Rank',
            short: '#',
            cell: (_, index) => <span className="figures text-xl">{index + 1}</span>,
            className: 'w-10 sm:w-20',
          },
          {
            key: 'player',
            header: 'Player',
            rowHeader: true,
            cell: (row) => (
              <>
                {row.name}
                {row.name === 'Priya Raman' && <span className="ml-2 text-sm font-normal text-ink-soft">You</span>}
              </>
            ),
          },
          {
            key: 'wins',
            header: 'Wins',
            short: 'W',
            align: 'right',
            cell: (row) => <span className="figures text-lg">{row.wins}</span>,
            className: 'w-12 sm:w-24',
          },
          {
            key: 'losses',
            header: 'Losses',
            short: 'L',
            align: 'right',
            cell: (row) => <span className="figures text-lg text-ink-soft">{row.losses}</span>,
            className: 'w-12 sm:w-24',
          },
          {
            key: 'share',
            header: 'Sets won',
            align: 'right',
            cell: (row) => `${Math.round(row.share * 100)} %`,
            className: 'max-sm:hidden w-32',
          },
        ]}
      />
      <Pager label="Pages of the table" page={1} perPage={20} total={8} hrefOf={(page) => `#page-${page}`} />
    </div>
  )
}

/** Reporting a score: the board fills while one taps. */
export function ScoreSample() {
  const [sets, setSets] = useState([
    { score_1: 6, score_2: 4 },
    { score_1: 3, score_2: 6 },
    { score_1: 10, score_2: 7 },
  ])
  const [winner, setWinner] = useState('me')
  const [day, setDay] = useState('2026-11-18')
  const [hours, setHours] = useState(1)
  const names =
    winner === 'me' ? (['Priya Raman', 'Marisol Vega'] as const) : (['Marisol Vega', 'Priya Raman'] as const)
  return (
    <div className="p-4 sm:p-8">
      <PageHeader kicker="Fall 2026, Women’s singles 3.5" title="Submit a score" />
      <form
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="flex flex-col gap-6">
          <RadioGroup
            label="Who won?"
            name="sample_winner"
            value={winner}
            onChange={setWinner}
            options={[
              { value: 'me', label: 'Priya Raman' },
              { value: 'them', label: 'Marisol Vega' },
            ]}
          />
          <div className="flex flex-col gap-3">
            {sets.map((set, index) => (
              <SetInput
                key={index}
                set={index + 1}
                names={names}
                value={set}
                max={index < 2 ? 7 : 10}
                onChange={(next) => setSets(sets.map((old, at) => (at === index ? next : old)))}
                {...(index > 0 && { onRemove: () => setSets(sets.filter((_, at) => at !== index)) })}
              />
            ))}
            <Button
              variant="secondary"
              onClick={() => setSets([...sets, { score_1: 0, score_2: 0 }])}
              reason={sets.length > 4 ? 'Five sets are the most.' : undefined}
            >
              Add a set
            </Button>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField label="Match date" name="sample_date" value={day} onChange={setDay} max="2026-11-21" />
            <NumberStepper label="Hours played" name="sample_hour" value={hours} onChange={setHours} max={23} />
            <SelectField
              label="How it ended"
              name="sample_status"
              optional
              placeholder="Played to the end"
              options={[
                { value: 'retired', label: 'Retired' },
                { value: 'tie', label: 'Match ended in a tie' },
              ]}
            />
            <TextField label="Court" name="sample_court" placeholder="Leeper Park, court 4" />
          </div>
          <TextArea label="Notes" name="sample_notes" optional />
        </div>
        <div className="flex flex-col gap-4 lg:sticky lg:top-24">
          <Scoreboard
            sides={[{ name: names[0] }, { name: names[1] }]}
            sets={sets}
            winner={0}
            size="large"
            caption="The score as it will be shown"
          />
          <p className="text-sm text-ink-soft">
            Marisol gets an email and has 24 hours to confirm or correct it. Until then you can mend a slip.
          </p>
          <Button type="submit" size="lg" wide>
            Submit score
          </Button>
        </div>
      </form>
    </div>
  )
}

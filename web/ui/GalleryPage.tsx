import { type ReactNode, useState } from 'react'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Swords from 'lucide-react/icons/swords'
import Trophy from 'lucide-react/icons/trophy'
import User from 'lucide-react/icons/user'
import MenuIcon from 'lucide-react/icons/menu'
import Trash from 'lucide-react/icons/trash-2'
import { Avatar } from './Avatar.tsx'
import { Badge, PaymentBadge } from './Badge.tsx'
import { Button, ButtonLink, IconButton } from './Button.tsx'
import { Card } from './Card.tsx'
import { CartButton } from './CartButton.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Court } from './Court.tsx'
import { DataList } from './DataList.tsx'
import { DateField } from './DateField.tsx'
import { ConfirmDialog, Dialog } from './Dialog.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormActions } from './FormActions.tsx'
import { CheckoutSample, DivisionsSample, ScoreSample, SignInSample, StandingsSample } from './GalleryScreens.tsx'
import { HomeCourt } from './HomeCourt.tsx'
import { Logo } from './Logo.tsx'
import { MatchCard } from './MatchCard.tsx'
import { Menu } from './Menu.tsx'
import { Notice } from './Notice.tsx'
import { NumberStepper } from './NumberStepper.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Pager } from './Pager.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { Scoreboard } from './Scoreboard.tsx'
import { type Choice, SearchPicker } from './SearchPicker.tsx'
import { SelectField } from './SelectField.tsx'
import { SetInput } from './SetInput.tsx'
import { SideNav } from './SideNav.tsx'
import { Skeleton } from './Skeleton.tsx'
import { SkipLink } from './SkipLink.tsx'
import { SlideOver } from './SlideOver.tsx'
import { Spinner } from './Spinner.tsx'
import { TabLinks } from './TabLinks.tsx'
import { Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'
import { TextLink } from './TextLink.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { ToastItem, ToastRegion } from './Toast.tsx'
import { showToast } from './toasts.ts'
import { TopBar } from './TopBar.tsx'

/** Every component in every state, and five screens made of them. */
export default function GalleryPage() {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <TopBar home="/">
        <ThemeToggle />
      </TopBar>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-12">
        <PageHeader
          title="Design system"
          lead="Every component in every state. Screens are made of these and of nothing else."
        />
        <div className="flex flex-col gap-16">
          <Colors />
          <Lettering />
          <Courts />
          <Buttons />
          <Fields />
          <Pickers />
          <Boards />
          <Words />
          <Lists />
          <States />
          <Overlays />
          <Frames />
          <Screens />
        </div>
      </main>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      <h2 id={id} className="lettering border-b border-line pb-2 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The same by day and by night. */
function Both({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-4 sm:p-6"
        >
          {children}
        </div>
      ))}
    </div>
  )
}

const colors = [
  ['chalk', 'bg-chalk'],
  ['surface', 'bg-surface'],
  ['sunk', 'bg-sunk'],
  ['line', 'bg-line'],
  ['edge', 'bg-edge'],
  ['ink', 'bg-ink'],
  ['ink-soft', 'bg-ink-soft'],
  ['board', 'bg-board'],
  ['board-well', 'bg-board-well'],
  ['live', 'bg-live'],
  ['court', 'bg-court'],
  ['clay', 'bg-clay'],
  ['good', 'bg-good'],
  ['warn', 'bg-warn'],
  ['bad', 'bg-bad'],
] as const

function Colors() {
  return (
    <Section title="Colors by role">
      <Both>
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {colors.map(([name, paint]) => (
            <li key={name} className="text-sm">
              <span className={`block h-12 rounded-sm border border-line ${paint}`} />
              {name}
            </li>
          ))}
        </ul>
      </Both>
    </Section>
  )
}

function Lettering() {
  return (
    <Section title="Logo and lettering">
      <Both>
        <div className="flex flex-wrap items-center gap-6">
          <div className="on-board rounded-sm p-4">
            <Logo size={40} />
          </div>
          <Logo size={40} kind="mark" />
          <Logo size={20} kind="mark" />
        </div>
        <p className="lettering text-3xl">Level score, your serve</p>
        <p className="lettering text-2xl">Women’s singles 3.5</p>
        <p className="lettering text-xl">Match tie-break</p>
        <p className="figures text-score">6-4 3-6 10-7</p>
        <p>
          Body text says what happened in plain words. <TextLink to="#main">A link reads on</TextLink> in the same line.
        </p>
        <p className="text-sm text-ink-soft">Small text for hints, dates and places.</p>
      </Both>
    </Section>
  )
}

const levels = ['3.0', '3.5', '4.0', '4.5', '5.0']
const pictures = [
  ...levels.map((level) => `mens-singles-${level}`),
  ...levels.map((level) => `womens-singles-${level}`),
  'doubles-women',
  'doubles-men',
  'doubles-mix',
  'summer-1',
  'summer-2',
  'fall',
  'winter',
  'no-matches',
  'no-results',
  'no-league',
  'no-players',
  'empty-cart',
  'lost',
  'error',
]

function Courts() {
  return (
    <Section title="Courts">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {pictures.map((slug) => (
          <li key={slug} className="text-sm text-ink-soft">
            <Court slug={slug} className="aspect-[16/10] w-full rounded-sm" />
            {slug}
          </li>
        ))}
        <li className="text-sm text-ink-soft">
          <HomeCourt className="aspect-[16/10] w-full rounded-sm" />
          HomeCourt
        </li>
      </ul>
      <Both>
        <Court slug="mens-singles-4.5" title="Men’s singles 4.5" className="aspect-[16/10] w-full rounded-sm" />
        <Court slug="summer-2" title="Summer 2" className="aspect-[3/1] w-full rounded-sm" />
      </Both>
    </Section>
  )
}

function Buttons() {
  return (
    <Section title="Buttons and links">
      <Both>
        <div className="flex flex-wrap items-start gap-3">
          <Button>Add to cart</Button>
          <Button variant="secondary">Remove</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete match</Button>
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <Button size="sm" icon={<Plus size={16} aria-hidden="true" />}>
            Small
          </Button>
          <Button size="lg">Pay $105.00</Button>
          <ButtonLink to="#main" variant="secondary">
            A link
          </ButtonLink>
          <IconButton label="Edit" icon={<Pencil size={20} aria-hidden="true" />} />
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <Button busy>Submit score</Button>
          <Button variant="secondary" busy>
            Saving
          </Button>
          <Button reason="Choose a winner first.">Submit score</Button>
          <Spinner />
        </div>
        <Button wide>Full width</Button>
      </Both>
    </Section>
  )
}

function Fields() {
  const [attempt, setAttempt] = useState(0)
  return (
    <Section title="Forms">
      <form
        noValidate
        className="flex max-w-2xl flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          setAttempt(attempt + 1)
        }}
      >
        <ErrorSummary
          attempt={attempt}
          errors={
            attempt
              ? [
                  { field: 'email', message: 'Enter an email address like name@example.com' },
                  { field: 'singles_level', message: 'Choose your singles level' },
                ]
              : []
          }
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" name="first_name" autoComplete="given-name" defaultValue="Priya" />
          <TextField label="Last name" name="last_name" autoComplete="family-name" />
        </div>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue="priya@"
          hint="We send the dates of your matches here."
          error="Enter an email address like name@example.com"
        />
        <TextField label="Phone" name="phone" type="tel" autoComplete="tel-national" inputMode="tel" prefix="+1" />
        <TextField label="Referral code" name="referral" optional readOnly defaultValue="NORA-7K2" />
        <PasswordField
          label="New password"
          name="new_password"
          autoComplete="new-password"
          hint="8 characters or more. Longer is stronger."
          meter
          defaultValue="forty-all"
        />
        <SelectField
          label="Location"
          name="location"
          placeholder="Choose an area"
          options={['South Bend', 'Indianapolis', 'DC'].map((area) => ({ value: area, label: area }))}
        />
        <RadioGroup
          label="Singles level"
          name="singles_level"
          options={levels.map((level) => ({ value: level, label: level }))}
          error="Choose your singles level"
        />
        <RadioGroup
          label="Doubles"
          name="doubles"
          layout="list"
          optional
          defaultValue="mix"
          options={[
            { value: 'women', label: 'Women' },
            { value: 'mix', label: 'Mix', note: 'One woman and one man on each side' },
            { value: 'men', label: 'Men', disabled: true },
          ]}
        />
        <TextArea label="Match notes" name="notes" optional hint="Both players can read them." />
        <div>
          <Checkbox label="Show my phone number to the players of my leagues" name="show_phone" defaultChecked />
          <Checkbox label="I have read the rules" name="rules" error="Read the rules before you join" />
        </div>
        <FormActions note="The button shows the error summary above.">
          <Button type="submit">Create account</Button>
          <Button variant="quiet">Cancel</Button>
        </FormActions>
      </form>
    </Section>
  )
}

const players: readonly Choice[] = [
  { id: '1', name: 'Marisol Vega', note: 'South Bend, 3.5' },
  { id: '2', name: 'Maria Lindqvist', note: 'Indianapolis, 4.0' },
  { id: '3', name: 'Marcus Bell', note: 'DC, 4.5' },
]

function Pickers() {
  const [opponent, setOpponent] = useState<Choice | null>(null)
  const [day, setDay] = useState('2026-11-21')
  const [minutes, setMinutes] = useState(30)
  return (
    <Section title="Pickers">
      <div className="grid max-w-4xl gap-5 sm:grid-cols-2">
        <SearchPicker
          label="Opponent"
          name="opponent"
          hint="Try mar"
          value={opponent}
          onChange={setOpponent}
          search={(text) =>
            Promise.resolve(players.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())))
          }
        />
        <SearchPicker
          label="Winner"
          name="winner"
          value={null}
          onChange={setOpponent}
          error="Choose the winner from the list"
          search={() => Promise.resolve([])}
        />
        <DateField label="Match date" name="match_date" value={day} onChange={setDay} max="2026-11-21" />
        <DateField label="First day" name="first_day" value="" onChange={setDay} error="Choose a day" optional />
        <NumberStepper label="Minutes" name="minutes" value={minutes} onChange={setMinutes} step={5} max={59} />
      </div>
    </Section>
  )
}

const sets = [
  { score_1: 6, score_2: 4 },
  { score_1: 3, score_2: 6 },
  { score_1: 10, score_2: 7 },
]

function Boards() {
  const [set, setSet] = useState({ score_1: 6, score_2: 4 })
  const [late, setLate] = useState({ score_1: 10, score_2: 7 })
  const [past10, setPast10] = useState(false)
  return (
    <Section title="Scoreboards">
      <Both>
        <Scoreboard
          size="large"
          sides={[{ name: 'Priya Raman' }, { name: 'Marisol Vega' }]}
          sets={sets}
          winner={0}
          foot="Wednesday, November 18, Leeper Park"
        />
        <Scoreboard
          sides={[
            { name: 'Nora Whitfield', partner: 'Theo Whitfield' },
            { name: 'Hannah Okafor', partner: 'Maximilian Featherstonehaugh' },
          ]}
          sets={sets.slice(0, 2)}
          winner={1}
          foot="Retired"
        />
        <Scoreboard
          sides={[{ name: 'Wei Zhang' }, { name: 'Ellen Sørensen' }]}
          sets={[...sets, ...sets.slice(0, 2)]}
          winner={0}
        />
        <MatchCard
          title="Upcoming match"
          sides={[{ name: 'Priya Raman' }, { name: 'Wei Zhang' }]}
          league="Fall 2026, Women’s singles 3.5"
          badge={<Badge tone="info">This week</Badge>}
          when="Saturday, November 28, 10:30"
          where="Leeper Park"
          menu={
            <Menu
              label="Match actions"
              items={[{ id: 'score', label: 'Submit score', onSelect: () => setPast10(false) }]}
            />
          }
          actions={<ButtonLink to="#score">Submit score</ButtonLink>}
        />
        <MatchCard
          title="Past match"
          sides={[{ name: 'Priya Raman' }, { name: 'Marisol Vega' }]}
          sets={sets}
          winner={0}
          badge={<Badge tone="warn">Unconfirmed</Badge>}
          when="Wednesday, November 18"
        />
      </Both>
      <div className="grid gap-4 lg:grid-cols-2">
        <SetInput set={1} names={['Priya Raman', 'Marisol Vega']} value={set} onChange={setSet} max={7} />
        <SetInput
          set={3}
          names={['Priya Raman', 'Marisol Vega']}
          value={late}
          onChange={setLate}
          max={10}
          past10={past10}
          onPast10={setPast10}
          onRemove={() => setLate({ score_1: 0, score_2: 0 })}
          error="A match tie-break is won at 10, two points ahead."
        />
      </div>
    </Section>
  )
}

function Words() {
  return (
    <Section title="States in words">
      <Both>
        <div className="flex flex-wrap gap-2">
          {['Confirmed', 'Paid', 'Pending', 'Active', 'Closed', 'Completed', 'Failed', 'Refunded'].map((status) => (
            <PaymentBadge key={status} status={status} />
          ))}
          <Badge tone="live">Live</Badge>
          <Badge tone="info">Current</Badge>
        </div>
        <Notice title="Your league is Fall 2026" announce>
          The first match is on Saturday.
        </Notice>
        <Notice tone="success" title="Paid">
          Order 1042. The receipt is in your mail.
        </Notice>
        <Notice tone="warn">This division is for players of another level.</Notice>
        <Notice
          tone="error"
          title="The card was declined"
          actions={<Button variant="secondary">Try another card</Button>}
        >
          Nothing was charged.
        </Notice>
        <ToastItem toast={{ id: 1, tone: 'good', text: 'Score submitted' }} />
        <ToastItem toast={{ id: 2, tone: 'bad', text: 'Cart is empty' }} />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => showToast({ tone: 'good', text: 'Copied' })}>
            Show a toast
          </Button>
          <Button
            variant="secondary"
            onClick={() => showToast({ tone: 'bad', text: 'Something went wrong. Please try again.' })}
          >
            Show an error
          </Button>
        </div>
      </Both>
      <ToastRegion />
    </Section>
  )
}

const payments = [
  { id: 1, what: 'Fall, Women’s singles 3.5', amount: '$45.00', status: 'Paid', day: 'Monday, September 14, 2026' },
  { id: 2, what: 'Fall, Mixed doubles', amount: '$60.00', status: 'Pending', day: 'Monday, September 14, 2026' },
  { id: 3, what: 'Summer 1, Women’s singles 3.5', amount: '$0.00', status: 'Confirmed', day: 'Friday, May 8, 2026' },
]

function Lists() {
  return (
    <Section title="Lists">
      <TabLinks
        label="Stages"
        tabs={[
          { to: '#quarter-finals', label: 'Quarter-finals', note: 'Mar 20', current: true },
          { to: '#semi-finals', label: 'Semi-finals', note: 'Mar 30', current: false },
          { to: '#finals', label: 'Finals', note: 'Apr 15', current: false },
          { to: '#champion', label: 'Champion', note: 'Apr 15', current: false },
        ]}
      />
      <Table
        caption="Payments, cards on a phone"
        rows={payments}
        rowKey={(row) => row.id}
        columns={[
          { key: 'what', header: 'Description', rowHeader: true, cell: (row) => row.what },
          { key: 'amount', header: 'Amount', align: 'right', cell: (row) => row.amount },
          { key: 'status', header: 'Status', cell: (row) => <PaymentBadge status={row.status} /> },
          { key: 'day', header: 'Date', cell: (row) => row.day },
        ]}
      />
      <Pager page={2} perPage={20} total={47} hrefOf={(page) => `#page-${page}`} />
      <Pager label="Pages of a short list" page={1} perPage={20} total={3} hrefOf={(page) => `#page-${page}`} />
      <Tabs
        label="Profile"
        tabs={[
          { id: 'upcoming', label: 'Upcoming', content: <p>Two matches this week.</p> },
          { id: 'past', label: 'Past', content: <p>Nine matches played.</p> },
        ]}
      />
      <Card className="max-w-lg">
        <DataList
          items={[
            { term: 'Member since', value: 'May 2024' },
            { term: 'Overall league record', value: '31 won, 14 lost' },
            { term: 'Singles level', value: '3.5' },
          ]}
        />
      </Card>
    </Section>
  )
}

function States() {
  return (
    <Section title="Empty, loading, failed">
      <EmptyState
        level={3}
        picture="no-league"
        title="No league available"
        action={<ButtonLink to="#join">Join here today</ButtonLink>}
      >
        You are in no league yet. Fall is open until October 6.
      </EmptyState>
      <EmptyState level={3} picture="no-results" title="No result found">
        Nobody has played in this area yet.
      </EmptyState>
      <ErrorState onRetry={() => showToast({ tone: 'good', text: 'Trying again' })} requestId="req-8f3k2m">
        We could not load the standings.
      </ErrorState>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton />
        <Skeleton kind="rows" />
      </div>
      <Skeleton kind="cards" />
    </Section>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'none' | 'dialog' | 'confirm' | 'slide'>('none')
  const close = () => setOpen('none')
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Ask before deleting
        </Button>
        <Button variant="secondary" onClick={() => setOpen('slide')}>
          Open the navigation
        </Button>
        <Menu
          label="More"
          items={[
            { id: 'score', label: 'Submit score', icon: <Pencil />, onSelect: close },
            { id: 'later', label: 'Offer other times', disabled: true, onSelect: close },
            {
              id: 'delete',
              label: 'Delete match',
              icon: <Trash />,
              tone: 'danger',
              onSelect: () => setOpen('confirm'),
            },
          ]}
        />
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="You have 2 free seasons"
        description="Each pays for one division, once."
        actions={
          <>
            <Button onClick={close}>Use a free season</Button>
            <Button variant="secondary" onClick={close}>
              Pay by card
            </Button>
          </>
        }
      >
        <Court slug="summer-2" className="h-36 w-full rounded-sm" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete this match?"
        description="It disappears for both players. This can not be undone."
        confirm="Delete match"
        cancel="Keep it"
        tone="danger"
      />
      <SlideOver open={open === 'slide'} onClose={close} label="Navigation" head={<Logo size={28} />}>
        <Navigation label="Player" />
      </SlideOver>
    </Section>
  )
}

function Navigation({ label }: { label: string }) {
  return (
    <SideNav
      label={label}
      items={[
        { to: '/ui', label: 'Join league', icon: <Plus /> },
        { to: '/ui/profile', label: 'My profile', icon: <User /> },
        { to: '/ui/play-offs', label: 'Play-offs', icon: <Trophy /> },
        { to: '/ui/score', label: 'Submit score', icon: <Swords /> },
      ]}
    />
  )
}

function Frames() {
  return (
    <Section title="Frame">
      <div className="overflow-hidden rounded-md border border-line *:static">
        <TopBar home="/" start={<IconButton label="Menu" icon={<MenuIcon size={24} aria-hidden="true" />} />}>
          <CartButton count={2} to="#cart" onEmpty={() => showToast({ tone: 'bad', text: 'Cart is empty' })} />
          <CartButton count={0} to="#cart" onEmpty={() => showToast({ tone: 'bad', text: 'Cart is empty' })} />
          <Avatar name="Priya Raman" />
          <span className="hidden pr-2 sm:inline">Priya</span>
        </TopBar>
        <div className="on-board max-w-60 py-3">
          <Navigation label="Sample" />
        </div>
      </div>
    </Section>
  )
}

function Screens() {
  return (
    <Section title="Five screens">
      {[
        { id: 'sign-in', screen: <SignInSample /> },
        { id: 'divisions', screen: <DivisionsSample /> },
        { id: 'checkout', screen: <CheckoutSample /> },
        { id: 'standings', screen: <StandingsSample /> },
        { id: 'score', screen: <ScoreSample /> },
      ].map(({ id, screen }) => (
        <div key={id} data-sample={id} className="-mx-4 border-y-2 border-ink sm:mx-0 sm:rounded-md sm:border-2">
          {screen}
        </div>
      ))}
    </Section>
  )
}

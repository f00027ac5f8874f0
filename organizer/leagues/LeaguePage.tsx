import { Suspense } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { deskPaths, type LeagueTab } from '#/contract/desk-paths.ts'
import { getOrganizerLeague } from '#/organizer/calls.gen.ts'
import { FactStrip } from '#/organizer/desk/FactStrip.tsx'
import { zoneNote } from '#/organizer/desk/area-time.ts'
import { stateWords } from '#/organizer/seasons/format.ts'
import { formatTitle } from '#/rules/formats/formats.ts'
import { useRead } from '#/web/api.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { now } from '#/web/now.ts'
import { Navigate, useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeagueDetail } from './contract.ts'
import { formatCash, formatPlaces, formatUnpaid } from './format.ts'
import { TableTab } from './TableTab.tsx'

const tabs: { tab?: LeagueTab; label: string }[] = [
  { label: 'Table' },
  { tab: 'schedule', label: 'Schedule' },
  { tab: 'results', label: 'Results' },
  { tab: 'entries', label: 'Entries' },
  { tab: 'wait-list', label: 'Wait-list' },
  { tab: 'money', label: 'Money' },
  { tab: 'messages', label: 'Messages' },
  { tab: 'limit', label: 'Limit' },
  { tab: 'rules', label: 'Rules' },
  { tab: 'play-offs', label: 'Play-offs' },
  { tab: 'record', label: 'Record' },
]

const ScheduleTab = lazyPart(async () => ({ default: (await import('./ScheduleTab.tsx')).ScheduleTab }))
const ListTab = lazyPart(async () => ({ default: (await import('./ListTabs.tsx')).ListTab }))
const FactsTab = lazyPart(async () => ({ default: (await import('./FactsTabs.tsx')).FactsTab }))

/** One league at the desk: its figures, and everything about it in tabs. */
export default function LeaguePage() {
  const { id = '', tab } = useParams()
  const read = useRead(getOrganizerLeague, { params: { id } }, { keepPrevious: true })
  const known = tabs.find((each) => each.tab === tab)
  if (!known) return <Navigate to={deskPaths.league(Number(id))} replace />
  if (read.data) return <League league={read.data} tab={known.tab} />
  return (
    <Screen title="League">
      <Loaded
        of={read}
        loading="Loading the league"
        skeleton={{ kind: 'rows', count: 8 }}
        missing="We could not find this league in your areas."
        action={<ButtonLink to={deskPaths.seasons}>All seasons</ButtonLink>}
      />
    </Screen>
  )
}

function League({ league, tab }: { league: LeagueDetail; tab: LeagueTab | undefined }) {
  const { id, division_name, area, season, year, season_id, state } = league
  const label = tabs.find((each) => each.tab === tab)?.label ?? ''
  const note = zoneNote(league.time_zone, now())
  return (
    <Screen
      title={division_name}
      documentTitle={`${label}, ${division_name}, ${areaName(area)}`}
      kicker={
        <>
          <TextLink to={deskPaths.season(season_id)}>
            {season} {year}
          </TextLink>
          , {areaName(area)}
        </>
      }
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
          {state === 'playing' && league.on_sale && <Badge tone="info">On sale</Badge>}
          {league.capacity !== null && league.taken >= league.capacity && <Badge tone="warn">Full</Badge>}
          {!league.offered && <Badge>Not offered</Badge>}
          <span>
            {formatTitle(league.format)}, {formatDays(league.starting_date, league.ending_date)}
          </span>
          {note && <span className="text-sm">{note}</span>}
        </span>
      }
      actions={
        <>
          <ButtonLink to={deskPaths.enterPlayer(id)} variant="secondary">
            Enter a player
          </ButtonLink>
          <ButtonLink to={deskPaths.newMessage({ league: id })} variant="secondary">
            Email this league
          </ButtonLink>
        </>
      }
    >
      <Figures league={league} />
      <div className="mb-6">
        <TabLinks
          label="League"
          tabs={tabs.map((each) => ({
            to: deskPaths.league(id, each.tab),
            label: each.label,
            current: each.tab === tab,
          }))}
        />
      </div>
      <section aria-label={label} className="min-w-0">
        <Suspense>
          <Tab league={league} tab={tab} />
        </Suspense>
      </section>
    </Screen>
  )
}

function Tab({ league, tab }: { league: LeagueDetail; tab: LeagueTab | undefined }) {
  switch (tab) {
    case undefined:
      return <TableTab league={league} />
    case 'schedule':
      return <ScheduleTab league={league} />
    case 'results':
    case 'entries':
    case 'wait-list':
    case 'money':
    case 'messages':
    case 'record':
      // Each list has its own page in the address.
      return <ListTab key={tab} league={league} tab={tab} />
    default:
      return <FactsTab league={league} tab={tab} />
  }
}

/** The league in figures, each with the tab or list that shows more. */
function Figures({ league }: { league: LeagueDetail }) {
  const { id, matches, season_slug: season, year, area, division } = league
  const unpaid = formatUnpaid(league)
  const open = (state: 'overdue' | 'disputed' | 'unconfirmed') =>
    deskPaths.matchesOf({ state, area, season, year, division })
  const alarms = [
    matches.overdue > 0 && { to: open('overdue'), text: `${matches.overdue} overdue` },
    matches.disputed > 0 && { to: open('disputed'), text: `${matches.disputed} disputed` },
    matches.unconfirmed > 0 && { to: open('unconfirmed'), text: `${matches.unconfirmed} unconfirmed` },
  ].filter((alarm) => alarm !== false)
  return (
    <FactStrip
      facts={[
        { term: 'Places', value: formatPlaces(league), to: deskPaths.league(id, 'entries'), note: unpaid },
        {
          term: 'Waiting',
          value: String(league.waiting),
          to: deskPaths.league(id, 'wait-list'),
          note: league.invited > 0 && `${league.invited} invited`,
        },
        {
          term: 'Played',
          value: `${matches.played} of ${matches.planned}`,
          to: deskPaths.league(id, 'schedule'),
          note: alarms.map(({ to, text }) => (
            <TextLink key={text} to={to} className="mr-2 inline-block">
              {text}
            </TextLink>
          )),
        },
        {
          term: 'Money',
          value: formatAmount(league.money.together.net),
          to: deskPaths.league(id, 'money'),
          note: formatCash(league.money),
        },
      ]}
    />
  )
}

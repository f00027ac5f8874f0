import { formatDay, formatName, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { listLeaguePlayers } from '#/features/calls.gen.ts'
import { lastWithdrawalDay } from '#/rules/withdrawal.ts'
import { useRead } from '#/web/api.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Maximum league-mates to name. */
const NAMES = 5

/** Whether the steps before the first match should be shown. */
export function isBeforeTheDraw({ phase, drawn }: LeagueEntry): boolean {
  return phase !== 'past' && !drawn
}

/** The steps of a league before its matches exist: entrants, the draw, too few players, inviting a friend. */
export function NextSteps({ league }: { league: LeagueEntry }) {
  return (
    <dl className="flex flex-col gap-3 border-l-4 border-court pl-3 text-ink">
      <Step term="Joined so far">
        {formatEntries(league)} <Names league={league} />
      </Step>
      <Step term="The draw">{formatDraw(league)}</Step>
      <Step term="If too few join">
        An organizer can move you to another division or give your money back: <ContactLink />.{' '}
        {league.withdrawal && formatWithdrawal(league)}
      </Step>
      <Step term="Play with a friend">
        <TextLink to={paths.refer}>Invite a friend</TextLink> and earn a free season.
      </Step>
    </dl>
  )
}

function Step({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-[650] text-ink-soft">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ContactLink() {
  return <TextLink to={paths.contactUs}>write to us</TextLink>
}

/** The first league-mates by name, and a link to all of them. */
function Names({ league }: { league: LeagueEntry }) {
  const { league_slug, year, level_slug } = league
  const body = { league: league_slug, yr: year, level: level_slug }
  const { data } = useRead(listLeaguePlayers, { query: { page: 1 }, body }, { enabled: league.entries > 1 })
  if (league.entries < 2) return null
  const names = data?.players.filter(({ is_me }) => !is_me).map(({ user }) => formatName(user)) ?? []
  const more = (data?.total ?? 0) - 1 - NAMES
  return (
    <>
      {names.length > 0 &&
        `In the league with you: ${names.slice(0, NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}. `}
      <TextLink to={paths.leaguePlayers(league)}>
        See your league-mates
        <span className="sr-only">{` in ${formatLeague(league)}`}</span>
      </TextLink>
    </>
  )
}

function formatEntries({ entries, capacity, kind }: LeagueEntry): string {
  const one = kind === 'doubles' ? 'pair' : 'player'
  if (entries <= 1 && capacity === null) return `You are the first ${one}. Everybody who joins is listed here.`
  const places = capacity === null ? '' : ` of ${capacity} places`
  return capacity === null ? `${entries} ${one}s.` : `${entries}${places}.`
}

function formatDraw({ phase, starting_date, entries }: LeagueEntry): string {
  if (phase === 'next')
    return `On ${formatDay(starting_date)}, the first day of the season. Then your matches are on your profile, each with its suggested days.`
  return entries > 1
    ? 'Your matches are on your profile within a few minutes, each with its suggested days.'
    : 'The season has begun. Your matches appear as soon as somebody else joins.'
}

/** Formats the deadline to withdraw. Requires a `withdrawal`, which is null once the day has passed. */
export function formatWithdrawal({ starting_date, withdrawal }: LeagueEntry): string {
  const day = formatDay(lastWithdrawalDay(starting_date.replaceAll('/', '-')).replaceAll('-', '/'))
  return `You can withdraw until ${day}${withdrawal?.returns === 'card' ? ', with a full refund' : ''}.`
}

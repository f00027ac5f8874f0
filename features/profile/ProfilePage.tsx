import { Suspense, useEffect } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDays, formatInstant, formatName } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { getUser, getActivity, listMyLeagues, listMyMatches } from '#/features/calls.gen.ts'
import type { Activity } from '#/features/activity/contract.ts'
import { FirstSteps } from '#/features/activity/FirstSteps.tsx'
import { LeagueNews } from '#/features/activity/LeagueNews.tsx'
import { liveActivity } from '#/features/activity/live.web.ts'
import { NextMatchBoard, PlayoffBoard } from '#/features/activity/NextMatchBoard.tsx'
import { useVisit } from '#/features/activity/use-visit.web.ts'
import { WaitingList } from '#/features/activity/WaitingList.tsx'
import { liveLeagues } from '#/features/leagues/live.web.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { isBeforeTheDraw, NextSteps } from '#/features/my-league/NextSteps.tsx'
import { ClockNote } from '#/features/matches/ClockNote.tsx'
import { isLate } from '#/rules/activity.ts'
import { useRead } from '#/web/api.ts'
import { useList } from '#/web/list.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { ReadError } from '#/web/ReadError.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** The code of the match cards, which are further down the page. Loaded at the same time as the data. */
const loadMatches = () => import('./MyMatches.tsx').then((part) => ({ default: part.MyMatches }))
const MyMatches = lazyPart(loadMatches)
const loadMoment = () => import('#/features/activity/MomentBoard.tsx').then((part) => ({ default: part.MomentBoard }))
const MomentBoard = lazyPart(loadMoment)

/** The player's to-dos, next match and news, then the profile: member since, record, matches. */
export default function ProfilePage() {
  const user = useRead(getUser, {}).data?.user
  const leagues = useRead(listMyLeagues, {}, { live: liveLeagues })
  const mine = liveLeagues.topics(leagues.data)
  const activity = useRead(
    getActivity,
    {},
    { live: { ...liveActivity, topics: (shown) => [...mine, ...liveActivity.topics(shown)] } },
  )
  const { read, page, perPage, hrefOf } = useList(
    listMyMatches,
    {},
    {
      live: {
        // A new match is published on its league's topic.
        topics: (shown) => [...mine, ...(shown?.matchups ?? []).map(({ id }) => `match:${id}` as const)],
        says: 'Your matches have changed.',
      },
    },
  )
  useEffect(() => void loadMatches().catch(() => undefined), [])
  useVisit(activity.data !== undefined)
  // The rest of the page does not wait for a failed read.
  const isMissing = activity.data === undefined && activity.error !== null
  return (
    <Screen
      title={user ? formatName(user) : 'My profile'}
      documentTitle="My profile"
      // The line takes up its space before the player is loaded.
      lead={<p>{user ? `Member since ${formatInstant(user.created_at)}` : '\u00a0'}</p>}
      actions={
        <>
          <ButtonLink to={paths.addMatch} variant="secondary">
            Add a match
          </ButtonLink>
          <ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>
        </>
      }
    >
      {isMissing && read.data && (
        <div className="mb-8">
          <ReadError of={[activity]} />
        </div>
      )}
      <Loaded
        of={[read, isMissing ? { ...activity, data: null } : activity]}
        loading="Loading your matches"
        skeleton={{ kind: 'cards', count: 4 }}
      >
        {({ matchups, record, playoff_record, total }, known) => (
          <div className="flex flex-col gap-6 sm:gap-10">
            {known && page === 1 && <ActivityPart activity={known} leagues={leagues.data} />}
            <div className="flex flex-col gap-6 sm:gap-8" aria-busy={read.isPlaceholderData}>
              <Record record={record} playoffs={playoff_record} />
              <section data-list tabIndex={-1} aria-label={`Page ${page}`} className="flex flex-col gap-8">
                <Suspense
                  fallback={<Skeleton kind="cards" count={Math.min(matchups.length, 4)} label="Loading your matches" />}
                >
                  <MyMatches cards={matchups} leagues={leagues.data} me={user && formatName(user)} brief={page === 1} />
                </Suspense>
              </section>
              {total > perPage && (
                <Pager page={page} perPage={perPage} total={total} hrefOf={(other) => hrefOf({ page: other })} />
              )}
              {/* Below everything, because these come after the matches. */}
              <p className="flex flex-wrap gap-x-6 gap-y-2">
                {user && <TextLink to={paths.player(user.id)}>My page</TextLink>}
                <PastSeason past={leagues.data?.find(({ phase }) => phase === 'past')} />
              </p>
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** The moments whose first picture is not the next match. */
const ownBoard = new Set<Activity['moment']>([
  'overdue',
  'all_played',
  'knocked_out',
  'champion',
  'season_over',
  'between_seasons',
])

type ActivityPartProps = { activity: Activity; leagues: readonly LeagueEntry[] | undefined }

/** The picture of this time of the year, to-dos, and news, in this order; on a wide screen news is beside the others. */
function ActivityPart({ activity, leagues }: ActivityPartProps) {
  const { moment, left, waiting, next, playoff, news, standings } = activity
  const area = leagues?.[0]?.area
  if (moment === 'nothing_joined' && waiting.length === 0 && news.length === 0) return <FirstSteps />
  const late = moment === 'overdue' ? waiting.find(({ kind }) => isLate(kind)) : undefined
  const todos = waiting.filter((each) => each !== late)
  const list = (todos.length > 0 || !ownBoard.has(moment)) && <WaitingList waiting={todos} />
  return (
    <div className="grid items-start gap-6 sm:gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6 sm:gap-10">
        {moment === 'nothing_joined' && <FirstSteps />}
        {ownBoard.has(moment) && (
          <Suspense fallback={<Skeleton kind="cards" count={1} label="Loading your season" />}>
            <MomentBoard activity={activity} />
          </Suspense>
        )}
        {moment !== 'match_today' && list}
        {next && <NextMatchBoard next={next} moment={moment} left={left} />}
        {moment === 'match_today' && list}
        {playoff && <PlayoffBoard playoff={playoff} />}
        {!next && <Ahead leagues={leagues} />}
        {area !== undefined && <ClockNote area={area} />}
      </div>
      {(leagues === undefined || leagues.length > 0 || standings.length > 0) && <LeagueNews {...activity} />}
    </div>
  )
}

/** The next step for a player who joined a league but has no match yet. */
function Ahead({ leagues = [] }: { leagues: readonly LeagueEntry[] | undefined }) {
  const league = leagues.find((mine) => isBeforeTheDraw(mine) && !mine.leaving)
  if (!league) return null
  return (
    <section aria-labelledby="ahead">
      <h2 id="ahead" className="lettering mb-3 text-2xl">
        Next: {league.league_name} {league.year}
      </h2>
      <p className="mb-3 text-ink-soft">
        {league.level_name}, {areaName(league.area)},{' '}
        <span className="tabular">{formatDays(league.starting_date, league.ending_date)}</span>
      </p>
      <NextSteps league={league} />
    </section>
  )
}

type RecordProps = {
  record: { wins: number; losses: number; ties: number }
  playoffs: { wins: number; losses: number }
}

/** A link to the review of the newest season that is over. */
function PastSeason({ past }: { past: LeagueEntry | undefined }) {
  if (!past) return null
  return (
    <TextLink to={paths.recap(past.season_id)}>
      My {past.league_name} {past.year} in review
    </TextLink>
  )
}

function Record({ record, playoffs }: RecordProps) {
  const figures = [
    { term: 'Won', value: record.wins, look: 'text-live' },
    { term: 'Lost', value: record.losses, look: '' },
    ...(record.ties > 0 ? [{ term: 'Tied', value: record.ties, look: '' }] : []),
  ]
  return (
    <section
      aria-labelledby="record"
      className="on-board flex flex-wrap items-center gap-x-6 gap-y-1 rounded-md border border-board-line px-4 py-3"
    >
      <h2 id="record" className="lettering text-xl">
        Overall League Record
      </h2>
      <dl className="flex gap-5">
        {figures.map(({ term, value, look }) => (
          <div key={term} className="flex flex-row-reverse items-baseline gap-1.5">
            <dt className="text-sm text-on-board-soft">{term}</dt>
            <dd className={`figures text-2xl ${look}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {playoffs.wins + playoffs.losses > 0 && (
        <p className="text-sm text-on-board-soft">
          Play-offs, counted separately: {playoffs.wins} won, {playoffs.losses} lost
        </p>
      )}
    </section>
  )
}

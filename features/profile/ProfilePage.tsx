import { areaName } from '#/contract/areas.ts'
import { formatDays, formatInstant, formatName } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { liveLeagues } from '#/features/leagues/live.web.ts'
import { listMyLeagues, type LeagueEntry } from '#/features/leagues/contract.ts'
import { listMyMatches, type MatchCard } from '#/features/matches/contract.ts'
import { formatWhen, formatCardOutcome } from '#/features/matches/format.ts'
import { isBeforeTheDraw, NextSteps } from '#/features/my-league/NextSteps.tsx'
import { useRead } from '#/web/api.ts'
import { useList } from '#/web/list.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { isUnanswered } from './is-unanswered.ts'
import { MyMatches } from './MyMatches.tsx'

/** The player: since when, their record, their matches. */
export default function ProfilePage() {
  const user = useRead(getUser, {}).data?.user
  const leagues = useRead(listMyLeagues, {}, { live: liveLeagues })
  const mine = liveLeagues.topics(leagues.data)
  const { read, page, perPage, hrefOf } = useList(
    listMyMatches,
    {},
    {
      live: {
        // A new match is told to its league.
        topics: (shown) => [...mine, ...(shown?.matchups ?? []).map(({ id }) => `match:${id}` as const)],
        says: 'Your matches have changed.',
      },
    },
  )
  return (
    <Screen
      title={user ? formatName(user) : 'My profile'}
      documentTitle="My profile"
      // The line keeps its place until it is known.
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
      <Loaded of={read} loading="Loading your matches" skeleton={{ kind: 'cards', count: 4 }}>
        {({ matchups, record, playoff_record, total }) => (
          <div className="flex flex-col gap-8" aria-busy={read.isPlaceholderData}>
            <UnansweredNotice cards={matchups} />
            <Record record={record} playoffs={playoff_record} />
            <Ahead cards={matchups} leagues={leagues.data} />
            <section data-list tabIndex={-1} aria-label={`Page ${page}`} className="flex flex-col gap-8">
              <MyMatches cards={matchups} leagues={leagues.data} me={user && formatName(user)} />
            </section>
            {total > perPage && (
              <Pager page={page} perPage={perPage} total={total} hrefOf={(other) => hrefOf({ page: other })} />
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

type AheadProps = { cards: readonly MatchCard[]; leagues: readonly LeagueEntry[] | undefined }

/** What comes next for a player without a match ahead, who has joined a league that is not drawn yet. */
function Ahead({ cards, leagues = [] }: AheadProps) {
  const league = leagues.find((mine) => isBeforeTheDraw(mine) && !mine.leaving)
  if (!league || cards.some(({ played }) => !played)) return null
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

function Record({ record, playoffs }: RecordProps) {
  const figures = [
    { term: 'Won', value: record.wins, look: 'text-live' },
    { term: 'Lost', value: record.losses, look: '' },
    ...(record.ties > 0 ? [{ term: 'Tied', value: record.ties, look: '' }] : []),
  ]
  return (
    <section aria-labelledby="record" className="on-board rounded-md border border-board-line p-4 sm:p-6">
      <h2 id="record" className="lettering text-xl">
        Overall League Record
      </h2>
      <dl className="mt-3 flex gap-3 sm:gap-4">
        {figures.map(({ term, value, look }) => (
          <div
            key={term}
            className="flex min-w-24 flex-col-reverse items-center rounded-sm bg-board-well px-4 py-3 sm:min-w-32"
          >
            <dt className="text-sm text-on-board-soft">{term}</dt>
            <dd className={`figures text-score ${look}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {playoffs.wins + playoffs.losses > 0 && (
        <p className="mt-3 text-on-board-soft">
          Play-offs, counted separately: {playoffs.wins} won, {playoffs.losses} lost
        </p>
      )}
    </section>
  )
}

/** Scores that wait for this player's answer. */
function UnansweredNotice({ cards }: { cards: readonly MatchCard[] }) {
  const [first, ...others] = cards.filter(isUnanswered)
  if (!first) return null
  return (
    <Notice
      tone="warn"
      title={
        others.length === 0
          ? 'A score is waiting for your answer'
          : `${others.length + 1} scores are waiting for your answer`
      }
      actions={<ButtonLink to={paths.result(first.id)}>Look at the score</ButtonLink>}
    >
      {formatCardOutcome(first)}, {formatWhen(first.match_date, null)}:{' '}
      <span className="whitespace-nowrap">{first.score_line}</span>
    </Notice>
  )
}

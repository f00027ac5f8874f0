import type { ReactNode } from 'react'
import { statusNotes } from '#/features/matches/format.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { saleDays, seasonDates, seasonTemplates } from '#/rules/season.ts'
import { formatWords, ownRules, standardRules } from '#/rules/season-rules.ts'
import { tieBreakChain } from '#/rules/standings.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { exampleSets, exampleTieBreaks } from './examples.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'

/** The rules, written from the tables and rules that the server plays by: numbers, seasons, statuses, the order of places. */
export default function RulesPage() {
  return (
    <>
      <title>Rules · Deuce</title>
      <PageHeader
        title="Rules"
        lead="The same for everybody. The software follows these rules too."
        actions={<ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>}
      />
      <nav aria-label="On this page" className="mb-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-12">
        <OwnRules />
        {chapters.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id} className="max-w-prose">
            <h2 id={id} tabIndex={-1} className="lettering mb-3 scroll-mt-20 text-2xl">
              {title}
            </h2>
            <div className="flex flex-col gap-4">{text}</div>
          </section>
        ))}
      </div>
    </>
  )
}

/** What is different in seasons of mine, or on sale, that have rules of their own. */
function OwnRules() {
  const leagues = useRead(listMyLeagues, {})
  const seasons = useRead(listSeasons, {})
  const mine = (leagues.data ?? []).map(({ league_name, year, rules }) => ({ title: `${league_name} ${year}`, rules }))
  const sold = (seasons.data?.items ?? []).map(({ name, year, rules }) => ({ title: `${name} ${year}`, rules }))
  const own = new Map([...mine, ...sold].map(({ title, rules }) => [title, ownRules(rules)]))
  const items = [...own]
    .filter(([, rules]) => rules.length > 0)
    .map(([term, rules]) => ({ term, text: rules.join(' ') }))
  if (items.length === 0) return null
  return (
    <section aria-labelledby="own-rules" className="max-w-prose">
      <h2 id="own-rules" className="lettering mb-3 text-2xl">
        Seasons with their own rules
      </h2>
      <p className="mb-4">These rules replace the ones below:</p>
      <Terms items={items} />
    </section>
  )
}

const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const chapters: { id: string; title: string; text: ReactNode }[] = [
  {
    id: 'match',
    title: 'Playing a match',
    text: (
      <List
        items={[
          'Agree on a day, a time and a court with your opponent. In doubles, the four of you.',
          'Both players bring balls.',
          `A match is ${formatWords(standardRules.formats)}. A match tie-break may be played instead of the deciding set.`,
          <>
            Submit the score after the match: <TextLink to={paths.scoreSubmission}>Submit Score</TextLink>. Any player
            of the match can do it.
          </>,
        ]}
      />
    ),
  },
  {
    id: 'score',
    title: 'The score',
    text: (
      <>
        <p>
          A set ends at 6 games with two ahead, at 7-5, or at 7-6 after a tie-break: <Scores of={exampleSets} />. A
          match tie-break is only the deciding set and ends at 10 points, two ahead: <Scores of={exampleTieBreaks} />.
          It counts as one set and one game.
        </p>
        <p>Not every match is played to its end:</p>
        <Terms items={statusNotes.map(({ value, note }) => ({ term: value, text: note }))} />
      </>
    ),
  },
  {
    id: 'ranking',
    title: 'The table',
    text: (
      <>
        <p>
          Players are ranked by wins in the regular season. Ties are broken step by step. When a step separates some
          players, those who are still tied start again from the top:
        </p>
        <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-[680]">
          {tieBreakChain.map(({ code, title, sentence }) => (
            <li key={code}>
              <strong className="font-[680]">{title}.</strong> {sentence}
            </li>
          ))}
        </ol>
        <p>
          <TextLink to={paths.standings()}>See the standings</TextLink>
        </p>
      </>
    ),
  },
  {
    id: 'play-offs',
    title: 'Play-offs',
    text: (
      <List
        items={[
          `The top half of the league qualifies, with at least ${standardRules.playoff_matches} matches played. The top half is rounded up, and at most ${standardRules.playoff_places} players qualify.`,
          'Seeds are the places in the table: the first seed plays the last, and so on. With fewer than 8 players, the best seeds have a bye.',
          'Matches that were not played (no-shows, late cancels) do not count towards the matches played.',
        ]}
      />
    ),
  },
  {
    id: 'seasons',
    title: 'Seasons',
    text: (
      <>
        <p>
          There are {seasonTemplates.length} seasons a year. You can join until {saleDays} days after the first day, and
          a match counts until {standardRules.grace_days} days after the last.
        </p>
        <Terms items={seasonTemplates.map(({ slug, name }) => ({ term: name, text: daysOf(slug) }))} />
        <p>
          <TextLink to={paths.joinLeague}>Join a league</TextLink>
        </p>
      </>
    ),
  },
]

/** The days of a season in any year: 'May 15 to August 2'. */
function daysOf(slug: (typeof seasonTemplates)[number]['slug']): string {
  const { starting_date, ending_date } = seasonDates(slug, 2026)
  return [starting_date, ending_date].map((day) => dayOfYear.format(new Date(`${day}T12:00:00Z`))).join(' to ')
}

function Scores({ of }: { of: readonly string[] }) {
  return of.map((score, index) => (
    <span key={score} className="tabular">
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{score}</span>
    </span>
  ))
}

function List({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-6">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}

function Terms({ items }: { items: readonly { term: string; text: string }[] }) {
  return (
    <dl className="flex flex-col border-t border-line">
      {items.map(({ term, text }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
        >
          <dt className="font-[680]">{term}</dt>
          <dd className="text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

import { formatDate } from '#/contract/locale.ts'
import type { ReactNode } from 'react'
import { paths } from '#/contract/paths.ts'
import { statusNotes } from '#/features/matches/format.ts'
import { MOST_TIMES, OBJECTION_HOURS } from '#/rules/arranging.ts'
import { CLEARLY_TIMES, NOTICE_DAYS } from '#/rules/effort.ts'
import { formatHours, formatWords, standardRules } from '#/rules/season-rules.ts'
import { formatsOfSport, formatsPlayed, sports, sportWords, type Sport } from '#/rules/sports/formats.ts'
import { organization } from '#/contract/organization.ts'
import { saleDays, seasonDates, seasonTemplates } from '#/rules/season.ts'
import { formatRuleSentences, pointSentences, sportSources } from '#/rules/sports/format-sentences.ts'
import { endsOf, sportRules } from '#/rules/sports/sports.ts'
import { tieBreakText } from '#/rules/ranking.ts'
import { standardTieBreaks } from '#/rules/table-defaults.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { Terms } from './Terms.tsx'

type Chapter = { id: string; title: string; text: ReactNode }

/** The rules of these sports, generated from the server's data: numbers, seasons, statuses, the order of tie-breaks. */
export function chaptersOf(played: readonly Sport[]): Chapter[] {
  const words = sportWords[played[0] ?? sports[0]]
  return [
    {
      id: 'match',
      title: 'Playing a match',
      text: (
        <List
          items={[
            'Agree on a day, a time and a court with your opponent. In doubles, all four of you agree.',
            'Everybody in a league plays everybody once. In a league of three to five they play twice.',
            'Some leagues have another format: a double round robin, a fixed number of matches, flights, boxes, Swiss rounds, or a ladder. My league and the standings say so.',
            'Both players bring balls.',
            ...played.map((sport) => formatSport(sport, played.length > 1)),
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
          {played.map((sport) => (
            <SportScores key={sport} sport={sport} isNamed={played.length > 1} />
          ))}
          <p>Not every match is played to its end:</p>
          <Terms items={statusNotes(words.set).map(({ value, note }) => ({ term: value, text: note }))} />
        </>
      ),
    },
    {
      id: 'ranking',
      title: 'The table',
      text: (
        <>
          <p>
            Two players count as many matches against each other as the schedule has for them. One more is a friendly:
            it is kept on your profiles, and the table does not move.
          </p>
          <p>
            Players are ranked by wins in the regular season. A season’s own rules may rank by share of wins or by
            points instead. Ties are broken step by step. The first step that separates the tied players places the best
            one, and all others begin again from the top:
          </p>
          <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-[680]">
            {(['wins', ...standardTieBreaks, 'lot'] as const).map((code) => {
              const { title, sentence } = tieBreakText(code, played[0] ?? sports[0])
              return (
                <li key={code}>
                  <strong className="font-[680]">{title}.</strong> {sentence}
                </li>
              )
            })}
          </ol>
          {played.some((sport) => sportWords[sport].set !== words.set) && (
            <p>
              In sports whose matches have games of points, games are compared instead of sets, and points instead of
              games.
            </p>
          )}
          <p>
            <TextLink to={paths.standings()}>See the standings</TextLink>
          </p>
        </>
      ),
    },
    {
      id: 'arranging',
      title: 'Finding a time',
      text: (
        <List
          items={[
            `Open the match and offer one to ${MOST_TIMES} times. The other side takes one with one press, even from the email, or offers other times.`,
            `A match is played by the last day on its card; earlier is welcome. An offer can be answered for ${formatHours(standardRules.offer_hours)}, and each of its times until ${formatHours(standardRules.time_expiry_hours)} before it starts.`,
            `Have you already agreed? Either of you sets the date in one step. The other side gets an email and can object within ${OBJECTION_HOURS} hours.`,
            'An agreed match can be moved by a new offer, or called off with a reason until it starts. Offers, answers, silence and call-offs are recorded with the match, and both sides see them.',
            'In doubles either partner answers for the pair.',
            'Messages on the match reach the other side without showing your email or phone number.',
          ]}
        />
      ),
    },
    {
      id: 'not-played',
      title: 'If a match is not played',
      text: (
        <>
          <p>
            Every match keeps a record of who offered times and who took them. Both sides and the organizer see it on
            the match while there is time. When a match’s deadline passes without a score, the record proposes an
            outcome:
          </p>
          <List
            items={[
              `Your effort is the number of different days on which you offered times, or took one. If it is at least ${standardRules.effort_days} days greater than the other side’s, and at least ${CLEARLY_TIMES} times as great, the match is a walkover for you: 6 days against 1, not 5 against 2.`,
              `A day counts if your offer could be answered for ${formatHours(standardRules.effort_hours)}, or was, at an hour when the other side can play: by the hours and days away in their settings, without them from 07:00 to 22:00, and with light on the court. Offers that cover less than half of the match’s days weigh half.`,
              'Declining without offering other times is no effort. Calling off twice after a time was taken is a default.',
              `Without a clear difference the deadline is extended once, by ${standardRules.extension_days} days, if a side tried. What you do in that time decides afterwards. Else the match counts as not played, and counts for nobody.`,
              `An organizer applies the proposal. In some seasons it is applied automatically, ${NOTICE_DAYS} days after both sides were notified, unless one of them objects: then an organizer decides.`,
              'If you have played after all, report the score: it replaces “not played”.',
            ]}
          />
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
            'Some seasons have a match for third place, or a consolation for those who lose the first match that they play. You can decline the consolation.',
            'The next match can be played while an earlier result can still be corrected or disputed. Its result is provisional until the earlier one is final.',
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
            {organization().opens_templates && `There are ${seasonTemplates.length} seasons a year. `}
            Unless a season says otherwise, you can join until {saleDays} days after the first day, and a match counts
            until {standardRules.grace_days} days after the last.
          </p>
          {organization().opens_templates && (
            <Terms items={seasonTemplates.map(({ slug, name }) => ({ term: name, text: daysOf(slug) }))} />
          )}
          <p>
            <TextLink to={paths.joinLeague}>Join a league</TextLink>
          </p>
        </>
      ),
    },
  ]
}

/** A match of the sport under the default rules. */
function formatSport(sport: Sport, isNamed: boolean): string {
  const { name, set } = sportWords[sport]
  const match = isNamed ? `In ${name.toLowerCase()} a match is` : 'A match is'
  const hasTieBreak = Object.keys(sportRules[sport].tie_breaks).length > 0
  return `${match} ${formatWords(formatsPlayed([], sport))}.${hasTieBreak ? ` A match tie-break may be played instead of the deciding ${set}.` : ''}`
}

/** A season's days in any year: 'May 15 to August 2'. */
function daysOf(slug: (typeof seasonTemplates)[number]['slug']): string {
  const { starting_date, ending_date } = seasonDates(slug, 2026)
  return [starting_date, ending_date]
    .map((day) => formatDate(new Date(`${day}T12:00:00Z`), { month: 'long', day: 'numeric', timeZone: 'UTC' }))
    .join(' to ')
}

/** Valid scores in a sport: how the usual set ends, what a season may allow instead, and how points are played. */
function SportScores({ sport, isNamed }: { sport: Sport; isNamed: boolean }) {
  const { shapes, tie_breaks } = sportRules[sport]
  const { name: title, set, game } = sportWords[sport]
  const [first = ''] = Object.keys(shapes)
  const [tieBreak] = Object.values(tie_breaks)
  const others = Map.groupBy(
    formatsOfSport(sport).filter((each) => each.set !== first || each.deciding !== null),
    (each) => `${each.set} ${each.deciding ?? ''}`,
  )
  return (
    <>
      {isNamed && <h3 className="text-lg font-[680]">{title}</h3>}
      <p>
        A {set} ends {shapes[first]?.ends}: <Scores of={shapes[first]?.examples ?? []} />.
        {tieBreak && (
          <>
            {' '}
            A match tie-break is only the deciding {set} and ends {tieBreak.ends}: <Scores of={tieBreak.examples} />. It
            counts as one {set} and one {game}.
          </>
        )}
      </p>
      <List items={pointSentences(sport)} />
      {others.size > 0 && (
        <>
          <p>A season may allow other formats:</p>
          <Terms
            items={[...others.values()].map((formats) => ({
              term: formats.map(({ name }) => name).join('; '),
              text: <FormatRule format={formats[0]!} />,
            }))}
          />
        </>
      )}
      <p className="text-sm text-ink-soft">By: {sportSources[sport]}.</p>
    </>
  )
}

/** How a format is played, by whose rule and from when. */
function FormatRule({ format }: { format: SportFormat }) {
  const { shape, last, tie_break } = endsOf(format)
  // The match tie-breaks are the sport's own.
  const law = last === null && tie_break !== null && format.deciding !== null ? null : (last ?? shape).law
  return (
    <>
      {formatRuleSentences(format).join(' ')}
      {law &&
        ` By: ${law.source}${law.from ? `, in force from ${formatDate(new Date(`${law.from}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })}` : ''}.`}
    </>
  )
}

type SportFormat = ReturnType<typeof formatsOfSport>[number]

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

import { formatDay, formatDays, formatReplacement } from '#/contract/format.ts'
import { formatPrice, toCents } from '#/contract/money.ts'
import type { EmbedView } from './contract.ts'
import type { EmbedReplies } from './queries.ts'
import { splitThirdPlace, THIRD_PLACE } from '#/features/playoffs/format.ts'
import { formatCorrection, formatLeft } from '#/features/standings/notes-format.ts'

type Column = { label: string; is_number?: true }
type Section = { heading: string | null; columns: readonly Column[]; rows: readonly (readonly string[])[] }

/** The text content of a page, from which its HTML and picture are made. */
export type Sheet = {
  title: string
  subtitle: string
  sections: readonly Section[]
  /** Shown if there are no rows. */
  empty: string
  /** Sentences below. */
  notes?: readonly string[]
  link?: { label: string; url: string }
}

const text = (label: string): Column => ({ label })
const number = (label: string): Column => ({ label, is_number: true })

/** Columns of a table in which they are not all empty. */
const extraColumns = [
  { key: 'points', label: 'Points' },
  { key: 'byes', label: 'Byes' },
] as const

const writers: { [View in EmbedView]: (reply: EmbedReplies[View]) => Omit<Sheet, 'subtitle'> } = {
  standings: ({ standings, group, division_name, left, corrections }) => ({
    title: `Standings, ${division_name}`,
    empty: 'Nobody has entered yet.',
    notes: [...left.map(formatLeft), ...corrections.map(formatCorrection)],
    sections: [...Map.groupBy(standings, ({ flight }) => flight)].map(([flight, own]) => {
      const extra = extraColumns.filter(({ key }) => own.some((row) => Boolean(row[key])))
      return {
        heading: flight === null ? null : `${group ?? ''} ${flight}`.trimStart(),
        columns: [
          number('#'),
          text('Name'),
          number('W'),
          number('L'),
          number('T'),
          number('Played'),
          ...extra.map(({ label }) => number(label)),
        ],
        rows: own.map((row) => {
          const { rank, name, replacements, wins, losses, ties, played } = row
          const figures = [wins, losses, ties, played, ...extra.map(({ key }) => row[key] ?? '')]
          return [rank, formatPlace(name, replacements), ...figures].map(String)
        }),
      }
    }),
  }),

  results: ({ results, division_name }) => ({
    title: `Results, ${division_name}`,
    empty: 'No results yet.',
    sections: [
      {
        heading: null,
        columns: [text('Match'), text('Score'), text('Date')],
        rows: results.map(({ winner, opponent, tie, score, match_date }) => [
          tie ? `${winner} and ${opponent} tied` : `${winner} d. ${opponent}`,
          score,
          formatDay(match_date),
        ]),
      },
    ],
  }),

  bracket: ({ stages, division_name }) => ({
    title: `Play-offs, ${division_name}`,
    empty: 'The play-offs have not been drawn yet.',
    sections: stages
      .flatMap((each) => {
        const [rows, third] = splitThirdPlace(each)
        return [
          { ...each, rows },
          { ...each, name: THIRD_PLACE, rows: third },
        ]
      })
      .filter(({ rows }) => rows.length > 0)
      .map(({ stage, name, date, rows }) => ({
        heading: date === null ? name : `${name}, until ${formatDay(date)}`,
        columns: stage === 4 ? [text('Name')] : [text('Player one'), text('Player two'), text('Score')],
        rows: rows.map(({ player_one, player_two, score }) =>
          stage === 4 ? [player_one ?? 'Still open'] : [player_one ?? 'Open', player_two ?? 'Open', score],
        ),
      })),
  }),

  schedule: ({ matches, division_name }) => ({
    title: `Schedule, ${division_name}`,
    empty: 'No upcoming matches.',
    sections: [
      {
        heading: null,
        columns: [text('Match'), text('When')],
        rows: matches.map(({ player_one, player_two, match_date, match_time, play_by }) => [
          `${player_one} – ${player_two}`,
          whenOf(match_date, match_time, play_by),
        ]),
      },
    ],
  }),

  join: ({ division_name, on_sale, price, starting_date, ending_date, sold_until, entries, capacity, url }) => ({
    title: `Join ${division_name}`,
    empty: '',
    sections: [
      {
        heading: null,
        columns: [text('About'), text('This season')],
        rows: [
          ['Played', formatDays(starting_date, ending_date)],
          ['Price', formatPrice(toCents(price))],
          ['Entries', capacity === null ? String(entries) : `${entries} of ${capacity}`],
          ['Joining', on_sale ? `until ${formatDay(sold_until)}` : 'not open now'],
        ],
      },
    ],
    ...(on_sale && { link: { label: 'Join this league', url } }),
  }),
}

function whenOf(day: string | null, time: string | null, by: string | null): string {
  if (day !== null) return time === null ? formatDay(day) : `${formatDay(day)}, ${time}`
  return by === null ? 'To be arranged' : `To be played by ${formatDay(by)}`
}

/** The page content for a view's reply. */
export function sheetOf<View extends EmbedView>(view: View, reply: EmbedReplies[View]): Sheet {
  const { area_name, season_name, year } = reply
  return { ...writers[view](reply), subtitle: `${season_name} ${year}, ${area_name}` }
}

/** 'Zed Z. for Ann A. from Sep 20', in doubles 'Zed Z. & Bea L. (Zed Z. for Ann A. from Sep 20)'. */
function formatPlace(
  name: string,
  replacements: EmbedReplies['standings']['standings'][number]['replacements'],
): string {
  if (replacements === null) return name
  const [only] = replacements
  return only && replacements.length === 1 && only.name === name
    ? formatReplacement(only)
    : `${name} (${replacements.map(formatReplacement).join(', ')})`
}

import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'
import { pageQuery } from '#/contract/page.ts'
import { tieAtTheCut } from '#/features/playoffs/contract.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'
import { MOST_PLACES } from '#/rules/playoff-stages.ts'

/** The state of a league's play-offs. */
export const organizerStates = ['running', 'waiting', 'too_few', 'ready', 'made', 'over', 'canceled'] as const
const organizerState = z.enum(organizerStates)
export type OrganizerState = z.output<typeof organizerState>

const counts = {
  league_id: z.int(),
  area: z.string(),
  division: z.string(),
  division_name: z.string(),
  entries: z.int(),
  /** The number of entries that would qualify by the current table. */
  qualified: z.int(),
  /** Disputed results of the season. */
  disputes: z.int(),
  /** Results that can still be answered. */
  unconfirmed: z.int(),
  /** Matches of the season without a result. */
  unplayed: z.int(),
  state: organizerState,
}

const organizerLeague = z.object({ ...counts, champion: z.nullable(z.string()) })
export type OrganizerLeague = z.output<typeof organizerLeague>

const seasonChoice = z.object({ season: z.string(), season_slug: z.string(), year: z.int() })

export const listOrganizerPlayoffs = endpoint({
  method: 'GET',
  path: '/organizer/play-offs',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The leagues of a season in the caller’s areas, and the state of their play-offs. By default the season that ended last.',
  query: z.object({
    ...pageQuery(),
    area: leagueQuery.area,
    season: leagueQuery.season,
    year: leagueQuery.year,
  }),
  reply: z.object({
    leagues: z.array(organizerLeague),
    total: z.int(),
    skip: z.int(),
    /** Null if no season has begun yet, or the requested one does not exist. */
    season: z.nullable(seasonChoice),
    /** Seasons that have begun, newest first, 40 at most. */
    seasons: z.array(seasonChoice),
  }),
})

const place = z.object({ name: z.string(), rank: z.int(), wins: z.int(), played: z.int() })

export const previewPlayoffs = endpoint({
  method: 'GET',
  path: '/organizer/play-offs/{league_id}/preview',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Who would qualify in a league by the current table, who just misses, and which results are not final.',
  params: z.object({ league_id: id }),
  reply: z.object({
    ...counts,
    season: z.string(),
    season_slug: z.string(),
    year: z.int(),
    /** The season's last day, and the day on which the play-offs are created automatically; yyyy/MM/dd. */
    ending_date: z.string(),
    closing_date: z.string(),
    /** Best first. Once the play-offs are created, the seeds. */
    field: z.array(z.object({ ...place.shape, entry_id: z.int(), seed: z.int() })),
    missed: z.array(z.object({ ...place.shape, why: z.enum(['matches', 'place']) })),
    cut: z.nullable(tieAtTheCut),
    /** Results that are not final, disputed ones first. */
    open_results: z.array(
      z.object({
        match_id: z.int(),
        player_one: z.string(),
        player_two: z.string(),
        disputed: z.boolean(),
        /** The deadline for answering it. */
        answer_until: instant,
      }),
    ),
    /** The last day of each stage, yyyy/MM/dd. */
    stages: z.array(z.object({ stage: z.int(), name: z.string(), date: z.string() })),
  }),
})

export type PlayoffPreview = z.output<typeof previewPlayoffs.reply>

export const makeOrganizerPlayoffs = endpoint({
  method: 'POST',
  path: '/organizer/play-offs/{league_id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Create the play-offs of a league now. `entries`: the field shown in the preview.',
  params: z.object({ league_id: id }),
  body: z.object({ entries: z.array(z.int()).check(z.maxLength(MOST_PLACES)) }),
  reply: message,
  example: { body: { entries: [12, 7, 31, 9] } },
})

import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { discount } from '#/contract/discount.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, line, message, nameLine } from '#/contract/fields.ts'
import { discountFields, isOneDiscount } from '#/organizer/desk/discount-contract.ts'
import { price } from '#/organizer/divisions/contract.ts'
import { leagueFormat } from '#/contract/league-format.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { sports } from '#/rules/sports/formats.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

export const seasonStates = ['draft', 'upcoming', 'on_sale', 'playing', 'closed'] as const
export type SeasonState = (typeof seasonStates)[number]

/** A season as organizers see it. Days are yyyy/MM/dd. */
const seasonName = nameLine(40, 'Please enter a name.').check(
  z.regex(/[a-z]/i, 'Please use at least one letter. The season’s web address is made from its name.'),
)

const season = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** Its own first day of sale. Null to start when sales for the previous season end. */
  sale_from: z.nullable(z.string()),
  /** The last day of the sale, and the last day on which a match counts. */
  sold_until: z.string(),
  counts_until: z.string(),
  state: z.enum(seasonStates),
  /** A season can still be on sale while it is being played. */
  on_sale: z.boolean(),
  /** `after_setup`: its days of sale are not over, and the organization has not gone on sale yet. */
  sale: z.enum(['later', 'after_setup', 'now', 'over']),
  entries: z.int(),
  /** Matches with a score. */
  results: z.int(),
})
export type OrganizerSeason = z.output<typeof season>

export const listOrganizerSeasons = endpoint({
  method: 'GET',
  path: '/organizer/seasons',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'All seasons, latest first, with the entries and results in the caller’s areas.',
  query: z.object({ ...pageQuery(), area: z.optional(area) }),
  reply: z.extend(paged('seasons', season), {
    /** Whether the four seasons of each year open automatically. */
    opens_templates: z.boolean(),
    /** Whether this installation has them: opened now, opened earlier, or part of its initial data. */
    has_templates: z.boolean(),
  }),
})

const stages = z.object({ 1: z.string(), 2: z.string(), 3: z.string() })

const organizerLeague = z.object({
  id: z.int(),
  area: z.string(),
  division_id: z.int(),
  division_name: z.string(),
  kind: z.enum(['singles', 'doubles']),
  sport: z.enum(sports),
  /** The division is no longer on sale. */
  retired: z.boolean(),
  /** Places taken: entries that count, and open orders. */
  taken: z.int(),
  /** Null for no limit. */
  capacity: z.nullable(z.int()),
  /** Whether the division is sold in this season and area. */
  offered: z.boolean(),
  /** The price here. Null for the division's general price. */
  price: z.nullable(z.number()),
  division_price: z.number(),
  /** Replaces the price through `early_until` (yyyy/MM/dd). Both are set, or neither. */
  early_price: z.nullable(z.number()),
  early_until: z.nullable(z.string()),
  /** How its matches are drawn. */
  format: leagueFormat,
  /** Its matches are drawn, so the format can no longer change. */
  drawn: z.boolean(),
  waiting: z.int(),
  results: z.int(),
})
export type OrganizerLeague = z.output<typeof organizerLeague>

const seasonDetail = z.extend(season, {
  /** An organizer's own last day of sale. Null for 14 days after the first day. */
  sale_until: z.nullable(z.string()),
  rules: seasonRules,
  /** The last day of each play-off stage. */
  stages,
  /** Whether an organizer has set these days. */
  own_stages: z.boolean(),
  /** The discount on each additional division for the same player. Null for none. */
  second_division: z.nullable(discount),
  /**
   * Whether there are no orders, wait-list entries or invitations. Only then can the season be deleted, or its name or
   * year changed.
   */
  empty: z.boolean(),
  /** Next year's season. Null if it does not exist yet. */
  next_id: z.nullable(z.int()),
  /** The number of questions that it asks everybody who joins. */
  questions: z.int(),
  leagues: z.array(organizerLeague),
})
export type SeasonDetail = z.output<typeof seasonDetail>

export const getOrganizerSeason = endpoint({
  method: 'GET',
  path: '/organizer/seasons/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'One season with its dates, its rules and its leagues in the caller’s areas.',
  params: z.object({ id }),
  query: z.object({ area: z.optional(area) }),
  reply: seasonDetail,
})

export const createSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Create a season with any name and days, or one of the templates (`season`, `year`) with its default days. Copies rules, offered divisions, limits and questions from the last season with that name, or from the latest season.',
  body: z
    .object({
      name: z.optional(seasonName),
      starting_date: z.optional(day),
      ending_date: z.optional(day),
      /** The first day of its sale. Defaults to the end of the previous season's sale, or today. */
      sale_from: z.optional(z.nullable(day)),
      /** The last day of its sale. Defaults to 14 days after the first day. */
      sale_until: z.optional(z.nullable(day)),
      /** Neither shown nor sold until it is published. */
      draft: z.optional(z.boolean()),
      /** False to leave out the questions of the season that it copies. */
      questions: z.optional(z.boolean()),
      season: z.optional(seasonTemplate),
      year: z.optional(seasonYear),
    })
    .check((ctx) => {
      const { season: slug, year, ...own } = ctx.value
      if (slug !== undefined && year !== undefined) return
      const byTemplate = slug !== undefined || year !== undefined
      const missing = byTemplate
        ? [slug === undefined && 'season', year === undefined && 'year']
        : (['name', 'starting_date', 'ending_date'] as const).map((name) => own[name] === undefined && name)
      for (const name of missing)
        if (name) ctx.issues.push({ code: 'custom', path: [name], message: 'Please fill this in.', input: ctx.value })
    }),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: { body: { name: 'September to May', starting_date: '2027/09/01', ending_date: '2028/05/31' } },
})

export const deleteSeason = endpoint({
  method: 'DELETE',
  path: '/organizer/seasons/{id}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Delete a season without orders, wait-list entries and invitations. It is not created again automatically.',
  params: z.object({ id }),
  reply: message,
})

const room = z
  .int('Please enter a whole number, or leave it empty for no limit.')
  .check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(10_000, 'Please enter 10,000 at most.'))

const league = z.object({
  area,
  division_id: id,
  /** Whether it is sold. Players who are in the league stay. */
  offered: z.boolean(),
  /** Null for no limit. Unchanged if left out. */
  capacity: z.optional(z.nullable(room)),
  /** Null for the division's price. Unchanged if left out. */
  price: z.optional(z.nullable(price)),
  /** Replaces the price through `early_until`. Null in both for none. Unchanged if left out. */
  early_price: z.optional(z.nullable(price)),
  early_until: z.optional(z.nullable(day)),
  /** How its matches are drawn, until they are. Unchanged if left out. */
  format: z.optional(leagueFormat),
})

export const changeLeagues = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}/leagues',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Which divisions are sold in which area of a season, their limits, prices and formats. Leagues left out do not change. The format of a drawn league cannot change (409).',
  params: z.object({ id }),
  body: z.object({ leagues: z.array(league).check(z.maxLength(2000, 'That is more leagues than a season has.')) }),
  reply: message,
  example: { body: { leagues: [{ area: 'hampton', division_id: 7, offered: true, capacity: 12 }] } },
})

export const setTemplates = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/templates',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Turn the automatic seasons on or off: the four of the starter kit each year, with their default days.',
  body: z.object({ opens_templates: z.boolean() }),
  reply: message,
})

export const rollOverSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/roll-over',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Create next year’s season with the same dates a year later, and the same rules, leagues, limits and questions; `questions=none`: without these.',
  params: z.object({ id }),
  query: z.object({ questions: z.optional(z.literal('none')) }),
  reply: z.object({ message: z.string(), id: z.int() }),
})

export const changeSeason = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Change a season: its name, first and last day, sale, play-off stages, the discount on additional divisions, and whether it is a draft. Fields left out keep their values.',
  params: z.object({ id }),
  body: z.object({
    name: z.optional(seasonName),
    starting_date: z.optional(day),
    ending_date: z.optional(day),
    /** Null to start when sales for the previous season end. */
    sale_from: z.optional(z.nullable(day)),
    /** Null for 14 days after the first day. */
    sale_until: z.optional(z.nullable(day)),
    /** Null for the default days. */
    stages: z.optional(z.nullable(z.object({ 1: day, 2: day, 3: day }))),
    /**
     * The discount on each additional division for the same player, as a percentage or an amount. Null for none. Placed
     * orders keep their prices; open carts have to be confirmed again.
     */
    second_division: z.optional(z.nullable(z.object(discountFields).check(isOneDiscount))),
    /** True only while it is empty. */
    draft: z.optional(z.boolean()),
  }),
  reply: message,
  example: {
    body: { starting_date: '2026/09/22', ending_date: '2026/11/29', sale_until: '2026/10/10', stages: null },
  },
})

/** Why a season cannot be closed at all. Null if it can. */
const closingProblem = z.nullable(z.enum(['season_over', 'season_not_begun']))

export const previewClosing = endpoint({
  method: 'GET',
  path: '/organizer/seasons/{id}/close',
  access: 'owner',
  tag: 'Organizer',
  summary: 'What prevents closing a season now, and what the play-offs would wait for.',
  params: z.object({ id }),
  reply: z.object({
    problem: closingProblem,
    /** The last day that counts if it is closed now: yesterday, yyyy/MM/dd. */
    until: z.string(),
    /** Reported results of later days, which would no longer count; newest first, 20 at most. */
    results: z.array(z.object({ match_id: z.int(), title: z.string(), match_date: z.string() })),
    results_total: z.int(),
    /** The earliest last day with which all of them count. Null if nothing prevents closing. */
    possible_until: z.nullable(z.string()),
    disputed: z.int(),
    unconfirmed: z.int(),
    /** Matches without a score. */
    unplayed: z.int(),
  }),
})
export type ClosingPreview = z.output<typeof previewClosing.reply>

export const closeSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/close',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Close a season: matches after `until` do not count, and the play-offs can be created. `until` defaults to yesterday.',
  params: z.object({ id }),
  body: z.object({ until: z.optional(day) }),
  reply: message,
  example: { body: { until: '2026/11/22' } },
})

export const obstacleKinds = [
  'results_after',
  'not_begun',
  'last_day',
  'disputed',
  'unconfirmed',
  'unplayed',
  'playoffs',
  'wait_list',
  'orders',
  'refunds',
] as const

const obstacle = z.object({
  kind: z.enum(obstacleKinds),
  /** One sentence. */
  text: z.string(),
  /** The screen that shows it. */
  path: z.string(),
  /** One at least. `key` goes that way; `title` says what happens. */
  ways: z.array(z.object({ key: z.string(), title: z.string() })),
})
export type ClosingObstacle = z.output<typeof obstacle>

const closing = z.object({
  /** No obstacle is left. */
  ready: z.boolean(),
  /** No more matches count. */
  closed: z.boolean(),
  /** The last day that counts if the season is closed now (yyyy/MM/dd), so that no result is lost. Null if it is closed. */
  until: z.nullable(z.string()),
  obstacles: z.array(obstacle),
})
export type SeasonClosing = z.output<typeof closing>

export const readSeasonClosing = endpoint({
  method: 'GET',
  path: '/organizer/seasons/{id}/closing',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Everything in the way of closing a season, each with a screen that shows it and at least one way on.',
  params: z.object({ id }),
  reply: closing,
})

export const clearObstacle = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/closing',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Go one of the ways that `GET` lists, by its `key`; `close` closes the season despite obstacles, after `until`. A key that is no longer listed is refused (409) with the fresh list in `state`.',
  params: z.object({ id }),
  body: z.object({
    key: z.string().check(z.trim(), z.minLength(1, 'Please choose a way.'), z.maxLength(40)),
    reason: line(300, 'Please give a reason for the audit log.'),
  }),
  reply: z.object({
    message: z.string(),
    /** The task that does the rest. Null if all is done. */
    task_id: z.nullable(z.int()),
  }),
  example: {
    body: { key: 'confirm', reason: 'The season is over' },
    reply: { message: '3 results are confirmed.', task_id: null },
  },
})

export const previewRules = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/rules/preview',
  access: 'owner',
  reads: true,
  tag: 'Organizer',
  summary: 'What other rules would change in the tables of a season as they are now.',
  params: z.object({ id }),
  body: z.object({ rules: seasonRules }),
  reply: z.object({
    /** Results that have been reported. */
    results: z.int(),
    /** Players who would be notified. */
    players: z.int(),
    /** Leagues in which a place would change, with the entries concerned, by their place afterwards. */
    leagues: z.array(
      z.object({
        league_id: z.int(),
        name: z.string(),
        moves: z.array(z.object({ entry_id: z.int(), name: z.string(), before: z.int(), after: z.int() })),
      }),
    ),
  }),
  example: { body: { rules: { ...standardRules, meetings: 1 } } },
})

export const changeRules = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}/rules',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the rules of a season. Once results have been reported, `despite_results` is required; the tables are then recalculated and all players notified.',
  params: z.object({ id }),
  body: z.object({ rules: seasonRules, despite_results: z._default(z.boolean(), false) }),
  reply: z.object({
    message: z.string(),
    /** The task that recalculates the tables. Null if there are no results. */
    task_id: z.nullable(z.int()),
  }),
  example: { body: { rules: { ...standardRules, formats: ['best_of_three'], match_tie_break: 'always' } } },
})

export const setCapacity = endpoint({
  method: 'PUT',
  path: '/organizer/leagues/{id}/capacity',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Set or remove the limit of entries of a league. Free places go to the wait-list first.',
  params: z.object({ id }),
  body: z.object({ capacity: z.nullable(room) }),
  reply: message,
  example: { body: { capacity: 12 } },
})

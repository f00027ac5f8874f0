import * as z from 'zod/mini'
import { MOST_PLACES } from '#/rules/playoff-stages.ts'
import { chosenTieBreaks } from '#/rules/ranking.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { findFormat, matchFormats, padelDeuces, type MatchFormat } from '#/rules/sports/formats.ts'

/** A format, or the key of one that an owner composed (rules/sports/composed.ts): 'tennis.2.s5.c6.t7.dp.any10'. */
export const matchFormat = z.string().check(
  z.maxLength(60),
  z.refine((format) => findFormat(format) !== null, 'We do not know this format.'),
) as unknown as z.ZodMiniType<MatchFormat, MatchFormat>

function whole(minimum: number, maximum: number) {
  const sentence = `Please enter a whole number from ${minimum} to ${maximum}.`
  return z.int(sentence).check(z.minimum(minimum, sentence), z.maximum(maximum, sentence))
}

function points() {
  return z._default(whole(-20, 20), 0)
}

/** All rules of a season (rules/season-rules.ts). */
export const seasonRules = z.object({
  formats: z
    .array(matchFormat)
    .check(z.minLength(1, 'Please choose at least one format.'), z.maxLength(matchFormats.length)),
  match_tie_break: z.enum(['allowed', 'always', 'never']),
  no_ad: z._default(z.boolean(), false),
  padel_deuce: z._default(z.enum(padelDeuces), 'golden_point'),
  walkovers: z.enum(['win_and_loss', 'nothing']),
  stopped: z._default(z.enum(['leader', 'tie', 'played_on']), 'played_on'),
  meetings: z._default(z.nullable(z.union([z.literal('schedule'), whole(1, 20)])), 'schedule'),
  ranking: z._default(
    z.object({
      by: z.enum(['wins', 'share', 'points', 'strength']),
      points: z.object({
        win: points(),
        loss: points(),
        tie: points(),
        played: points(),
        set: points(),
        game: points(),
        straight_sets: points(),
        losing_set: points(),
        walkover_for: points(),
        walkover_against: points(),
        double_default: points(),
      }),
    }),
    standardRules.ranking,
  ),
  tie_breaks: z._default(
    z.nullable(
      z
        .array(z.enum(chosenTieBreaks))
        .check(z.refine((codes) => new Set(codes).size === codes.length, 'Each tie-break can be chosen once.')),
    ),
    null,
  ),
  among_tied: z._default(z.enum(['all_met', 'always']), 'all_met'),
  withdrawal: z._default(z.enum(['keep', 'drop', 'drop_below_half']), 'drop'),
  bye: z._default(z.enum(['win', 'nothing']), 'win'),
  draw_by: z._default(z.enum(['last_season', 'last_season_then_rating', 'rating']), 'last_season'),
  playoff_matches: whole(0, 50),
  playoff_places: whole(2, MOST_PLACES),
  third_place: z._default(z.boolean(), false),
  consolation: z._default(z.boolean(), false),
  grace_days: whole(0, 60),
  offer_hours: whole(1, 336),
  time_expiry_hours: whole(0, 72),
  effort_days: whole(1, 7),
  effort_hours: whole(0, 168),
  extension_days: whole(0, 60),
  unplayed: z.enum(['organizer', 'clock']),
})

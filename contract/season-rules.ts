import * as z from 'zod/mini'
import { matchFormats, padelDeuces } from '#/rules/sports/formats.ts'

const formats = matchFormats.map(({ format }) => format)

function whole(minimum: number, maximum: number) {
  const sentence = `Please enter a whole number from ${minimum} to ${maximum}.`
  return z.int(sentence).check(z.minimum(minimum, sentence), z.maximum(maximum, sentence))
}

/** All rules of a season (rules/season-rules.ts). */
export const seasonRules = z.object({
  formats: z
    .array(z.enum(formats))
    .check(z.minLength(1, 'Please choose at least one format.'), z.maxLength(formats.length)),
  match_tie_break: z.enum(['allowed', 'always', 'never']),
  no_ad: z._default(z.boolean(), false),
  padel_deuce: z._default(z.enum(padelDeuces), 'golden_point'),
  walkovers: z.enum(['win_and_loss', 'nothing']),
  meetings: z.nullable(whole(1, 20)),
  playoff_matches: whole(0, 50),
  playoff_places: whole(2, 8),
  grace_days: whole(0, 60),
  offer_hours: whole(1, 336),
  time_expiry_hours: whole(0, 72),
  effort_days: whole(1, 7),
  effort_hours: whole(0, 168),
  extension_days: whole(0, 60),
  unplayed: z.enum(['organizer', 'clock']),
})

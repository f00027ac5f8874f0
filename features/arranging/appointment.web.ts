import * as z from 'zod/mini'
import { wireDay } from '#/contract/wire-day.ts'
import { organization } from '#/contract/organization.ts'
import { parseTime, writeTime } from '#/rules/time.ts'
import { arrangeMatch } from './contract.ts'

type Typed = { match_date: string; match_time: string; match_location: string }

/** Initial field values from the match card. */
export function typedAppointment(card: { [K in keyof Typed]: string | null }): Typed {
  return {
    match_date: card.match_date?.replaceAll('/', '-') ?? '',
    match_time: card.match_time === null ? '' : writeTime(card.match_time, organization().locale),
    match_location: card.match_location ?? '',
  }
}

/** The field values in the calls' format. A time that cannot be parsed is sent as typed and refused. */
export function toAppointment({ match_date, match_time, match_location }: Typed): Typed {
  return { match_date: wireDay(match_date), match_time: parseTime(match_time) ?? match_time, match_location }
}

/** The form must set something: a separate button clears everything. */
export const appointmentForm = arrangeMatch.body.check(
  z.refine((body) => body.match_date !== null || body.match_time !== null || body.match_location !== '', {
    path: ['match_date'],
    error: 'Please choose at least a day or a court.',
  }),
)

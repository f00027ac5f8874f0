import { wireDay } from '#/contract/wire-day.ts'
import { organization } from '#/contract/organization.ts'
import { parseTime, writeTime } from '#/rules/time.ts'

/** One time of an offer as typed: the day is yyyy-mm-dd, the time is free text. */
export type TimeDraft = { match_date: string; match_time: string; match_location: string }
export type OfferDraft = { times: TimeDraft[]; note: string }

export function emptyTime(match_location = ''): TimeDraft {
  return { match_date: '', match_time: '', match_location }
}

/** A suggested time from a call, as form values. */
export function draftOf(time: TimeDraft): TimeDraft {
  return {
    ...time,
    match_date: time.match_date.replaceAll('/', '-'),
    match_time: writeTime(time.match_time, organization().locale),
  }
}

/** The form in the call's format. A time that cannot be parsed is sent as typed and refused. */
export function toOffer({ times, note }: OfferDraft): OfferDraft {
  return {
    note,
    times: times.map(({ match_date, match_time, match_location }) => ({
      match_date: wireDay(match_date),
      match_time: parseTime(match_time) ?? match_time,
      match_location,
    })),
  }
}

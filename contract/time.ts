import * as times from '#/rules/time-format.ts'
import { organization } from './organization.ts'

/** Formats HH:mm in the organization's locale: '6:30 PM'. Separate from the other formats, which every screen loads. */
export function formatTime(time: string): string {
  return times.formatTime(time, organization().locale)
}

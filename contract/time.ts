import * as times from '#/rules/time-format.ts'
import { organization } from './organization.ts'

/** HH:mm as the organization writes times: '6:30 PM'. Apart from the other formats, which every screen loads. */
export function formatTime(time: string): string {
  return times.formatTime(time, organization().locale)
}

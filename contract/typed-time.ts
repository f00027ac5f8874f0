import * as times from '#/rules/time.ts'
import { organization } from './organization.ts'

/** HH:mm as a field holds it, for people to type over: '6:30 PM'. */
export function writeTime(time: string): string {
  return times.writeTime(time, organization().locale)
}

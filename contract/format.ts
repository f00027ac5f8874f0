import { formatDate, formatDateRange } from './locale.ts'
import type { ConfirmationState } from '#/rules/confirmation.ts'

const days = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const

/** Formats a yyyy/MM/dd: 'Tue, Sep 22, 2026'. */
export function formatDay(day: string): string {
  return formatDate(noonOf(day), days)
}

/** Formats a yyyy/MM/dd without year and weekday: 'Sep 22'. */
export function formatShortDay(day: string): string {
  return formatDate(noonOf(day), { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** Formats a range of days: 'Tue, Sep 22 – Sun, Nov 29, 2026'. */
export function formatDays(from: string, to: string): string {
  // Some browsers put thin spaces around the dash, others plain ones. The server and all browsers have to render the
  // same text.
  return formatDateRange(noonOf(from), noonOf(to), days).replaceAll(/\s/g, ' ')
}

/** The day of an instant in the reader's time zone: 'Wed, Jul 15, 2026'. */
export function formatInstant(instant: string): string {
  return formatDate(new Date(instant), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
}

function noonOf(day: string): Date {
  return new Date(`${day.replaceAll('/', '-')}T12:00:00Z`)
}

/** The label and color of each confirmation state. */
export const stateLooks: Record<ConfirmationState, { label: string; tone: 'warn' | 'good' | 'bad' }> = {
  unconfirmed: { label: 'Unconfirmed', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  disputed: { label: 'Disputed', tone: 'bad' },
  settled: { label: 'Settled by an organizer', tone: 'good' },
}

/** An instant in the reader's time zone: 'Wed, Jul 15, 6:00 PM'. */
export function formatMoment(instant: string): string {
  return formatDate(new Date(instant), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** A count in words: '12 entries', '1 entry', 'More than 1,000 entries' (the limit of counting). */
export function formatTotal(total: number, one: string, several: string): string {
  if (total > 1000) return `More than 1,000 ${several}`
  return `${total} ${total === 1 ? one : several}`
}

/**
 * The name of a league: 'Women's Singles 3.5, Summer 1 2026'. `level_name` is the division, `league_name` the season.
 */
export function formatLeague({
  level_name,
  league_name,
  year,
}: {
  level_name: string
  league_name: string
  year: number
}): string {
  return `${level_name}, ${league_name} ${year}`
}

/** An order's id in a form to read out: its last, random digits in groups, 'A1B2 C3D4 E5F6'. */
export function formatOrderNumber(order_id: string): string {
  return order_id
    .slice(-12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** A person's full name; players.name in SQL. */
export function formatName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

/** A player whom an organizer gave the place of another on the day `since` (yyyy/MM/dd). Of a chain, the last. */
export type Replacement = { name: string; replaces: string; since: string }

/** 'Zed Zeman for Ann Adler from Sep 20'. */
export function formatReplacement({ name, replaces, since }: Replacement): string {
  return `${name} ${formatReplaced({ replaces, since })}`
}

/** 'for Ann Adler from Sep 20', below the name of the player. */
export function formatReplaced({ replaces, since }: Omit<Replacement, 'name'>): string {
  return `for ${replaces} from ${formatShortDay(since)}`
}

/** A partly hidden email that only its owner recognizes: 'a…@example.com'. */
export function formatEmailInPart(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/**
 * The sides of a match, winner first as in its score: 'Ada Moreno beat Grace Lindqvist', or without a winner 'Ada
 * Moreno against Grace Lindqvist'.
 */
export function formatSides(one: string, two: string, winner: 'one' | 'two' | null): string {
  if (winner === null) return `${one} against ${two}`
  return winner === 'one' ? `${one} beat ${two}` : `${two} beat ${one}`
}

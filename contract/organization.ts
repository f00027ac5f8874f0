import { starterLevels } from '#/rules/starter-levels.ts'
import type { Level } from '#/rules/levels.ts'
import type { PublishedText } from './texts.ts'

/** What every process, and every page, knows of the organization that runs the leagues of this installation. */
export type Organization = {
  name: string
  /** Where there is room for a word only: the head of pages, emails and pictures. */
  short_name: string
  /** The brand colors, #rrggbb; rules/colors.ts derives the shades from them. */
  main_color: string
  accent_color: string
  support_email: string
  support_phone: string
  /** As on an envelope, in lines; '' for none. */
  address: string
  /** A tax that prices include, with its rate in percent; null for none. */
  tax: { name: string; rate: number } | null
  /** Who emails are from. */
  sender_name: string
  /** Who reads the answers to emails. */
  reply_to: string
  /** ISO 4217. */
  currency: string
  /** BCP 47: how dates, times and numbers are written. */
  locale: string
  /** 1 for Monday to 7 for Sunday. */
  first_day_of_week: number
  /** ISO 3166: the country of phone numbers that are typed without a dial code. */
  phone_country: string
  units: 'imperial' | 'metric'
  /** IANA: the days of sales and of totals over all areas. Each area has its own for its matches. */
  time_zone: string
  /** The name of its logo's pictures; null: its sign is drawn from its short name and colors. */
  logo_hash: string | null
  /** Whether the clock makes the four seasons of each year (rules/season.ts). */
  opens_templates: boolean
  /** False while the league is being set up: nothing is sold, and nobody can sign up. */
  is_open: boolean
  /** How old players have to be, by their own word; null: nobody is asked. */
  minimum_age: number | null
  /** Its own texts that are in force. */
  texts: readonly PublishedText[]
  /** How strong people play, lowest first. */
  levels: readonly Level[]
}

/**
 * What an installation begins with: the one place where a name, a currency, a locale and a time zone are written out
 * (migration 052 has the same in its row).
 */
export const defaultOrganization: Organization = {
  name: 'Deuce',
  short_name: 'Deuce',
  main_color: '#0c2118',
  accent_color: '#def53b',
  support_email: 'help@deuce.example',
  support_phone: '+1 574 555 0100',
  address: '',
  tax: null,
  sender_name: 'Deuce',
  reply_to: 'help@deuce.example',
  currency: 'USD',
  locale: 'en-US',
  first_day_of_week: 1,
  phone_country: 'US',
  units: 'imperial',
  time_zone: 'America/New_York',
  logo_hash: null,
  opens_templates: true,
  is_open: true,
  minimum_age: null,
  texts: [],
  levels: starterLevels,
}

// One per process: the server reads it from the database, a browser finds it in the page.
let known: Organization = defaultOrganization

/** Sets the organization of this process. For code that has just read it, never while rendering. */
export function knowOrganization(found: Organization): void {
  known = found
}

/** The organization as this process knows it. Ask each time, for it can change while the process runs. */
export function organization(): Organization {
  return known
}

import { usualGenders, type GenderAnswer } from '#/rules/gender.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import type { Level } from '#/rules/levels.ts'
import type { PublishedText } from './texts.ts'

/** The organization that runs this installation's leagues, as every process and page knows it. */
export type Organization = {
  name: string
  /** For places with room for only a word: the head of pages, emails and pictures. */
  short_name: string
  /** The brand colors, #rrggbb. rules/colors.ts derives the shades from them. */
  main_color: string
  accent_color: string
  support_email: string
  support_phone: string
  /** Formatted in lines, as on an envelope. Empty if there is none. */
  address: string
  /** A tax included in prices, with its rate in percent. Null if there is none. */
  tax: { name: string; rate: number } | null
  /** The sender of emails. */
  sender_name: string
  /** The address that receives replies to emails. */
  reply_to: string
  /** ISO 4217. */
  currency: string
  /** BCP 47. Decides how dates, times and numbers are written. */
  locale: string
  /** 1 for Monday to 7 for Sunday. */
  first_day_of_week: number
  /** ISO 3166. The country of phone numbers typed without a dial code. */
  phone_country: string
  units: 'imperial' | 'metric'
  /** IANA. Decides the days of sales and of totals over all areas; each area has its own zone for its matches. */
  time_zone: string
  /** The name of its logo's files. Null without a logo: a sign is then drawn from its short name and colors. */
  logo_hash: string | null
  /** Whether the four seasons of each year open automatically (rules/season.ts). */
  opens_templates: boolean
  /** False while the league is being set up: nothing is sold, and nobody can sign up. */
  is_open: boolean
  /** The age that players have to confirm. Null if nobody is asked. */
  minimum_age: number | null
  /** The texts that the organization has published. */
  texts: readonly PublishedText[]
  /** Levels of play, lowest first. */
  levels: readonly Level[]
  /** The answers that players choose from when they are asked for their gender. Nobody is asked without answers. */
  genders: readonly GenderAnswer[]
  /** Whether one has to be chosen. */
  gender_required: boolean
}

/**
 * The defaults of a new installation. No other place writes out a name, a currency, a locale or a time zone (migration
 * 052 has the same values in its row).
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
  genders: usualGenders,
  gender_required: true,
}

// Each process has one: the server reads it from the database, a browser from the page.
let known: Organization = defaultOrganization

/** Sets this process's organization. Call it after reading it, never while rendering. */
export function setOrganization(found: Organization): void {
  known = found
}

/** The organization as this process knows it. Call it each time, because it can change while the process runs. */
export function organization(): Organization {
  return known
}

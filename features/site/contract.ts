import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'

const themeColors = z.object({
  page: z.string(),
  surface: z.string(),
  main: z.string(),
  on_main: z.string(),
  accent: z.string(),
  on_accent: z.string(),
})

/** Public information about the organization. */
const publicOrganization = z.object({
  name: z.string(),
  short_name: z.string(),
  /** The address of its logo. Null if the default symbol is drawn from its short name and colors. */
  logo: z.nullable(z.string()),
  /** The chosen colors, and the shades of both themes derived from them. */
  colors: z.object({ main: z.string(), accent: z.string(), light: themeColors, dark: themeColors }),
  currency: z.string(),
  locale: z.string(),
  /** 1 (Monday) to 7 (Sunday). */
  first_day_of_week: z.int(),
  phone_country: z.string(),
  support_email: z.string(),
  /** '' if there is none. */
  support_phone: z.string(),
  /** Levels of play, lowest first. Players and divisions refer to them by `key`. */
  levels: z.array(z.object({ key: z.string(), name: z.string() })),
  /** The answers to the question for the gender, and whether divisions for women and for men are meant for each. Nobody is asked without answers. */
  genders: z.array(z.object({ name: z.string(), women: z.boolean(), men: z.boolean() })),
  /** Whether a player has to choose one. */
  gender_required: z.boolean(),
  /** False during set-up. */
  open: z.boolean(),
})

export const getConfig = endpoint({
  method: 'GET',
  path: '/public/config',
  access: 'public',
  tag: 'Join',
  summary: 'Settings of this installation for the browser.',
  reply: z.object({
    payment: z.object({ mode: z.enum(['test', 'stripe']), publishable_key: z.nullable(z.string()) }),
    /** `name` is the provider's display name. Null if there is no button. */
    social: z.nullable(z.object({ name: z.string(), client_id: z.string(), authorization_endpoint: z.string() })),
    support_email: z.string(),
    support_phone: z.string(),
    organization: publicOrganization,
  }),
  example: {
    reply: {
      payment: { mode: 'test', publishable_key: null },
      social: null,
      support_email: 'help@bayside.example',
      support_phone: '+61 491 570 156',
      organization: {
        name: 'Bayside Tennis',
        short_name: 'Bayside',
        logo: '/organization/logo-0d3f.png',
        colors: {
          main: '#0c2118',
          accent: '#def53b',
          light: {
            page: '#f3f0e7',
            surface: '#fdfcf8',
            main: '#0c2118',
            accent: '#849217',
            on_main: '#def53b',
            on_accent: '#0c1d15',
          },
          dark: {
            page: '#08130e',
            surface: '#0f1f17',
            main: '#566d62',
            accent: '#def53b',
            on_main: '#def53b',
            on_accent: '#0c1d15',
          },
        },
        currency: 'AUD',
        locale: 'en-AU',
        first_day_of_week: 1,
        phone_country: 'AU',
        support_email: 'help@bayside.example',
        support_phone: '+61 3 5550 0100',
        levels: [{ key: '2.5', name: '2.5' }],
        genders: [{ name: 'Female', women: true, men: false }],
        gender_required: true,
        open: true,
      },
    },
  },
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/version',
  access: 'public',
  tag: 'Join',
  summary: 'The release that responds.',
  reply: z.object({ version: z.string() }),
  example: { reply: { version: '1.2.0' } },
})

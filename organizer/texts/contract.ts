import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, line, text } from '#/contract/fields.ts'
import { textKeys } from '#/contract/texts.ts'
import { versionOfText } from '#/features/texts/contract.ts'

/** The longest text, in characters: about thirty printed pages. */
const MOST_CHARACTERS = 60_000

const markdown = text(MOST_CHARACTERS)
const params = z.object({ key: z.enum(textKeys) })

const savedVersion = z.object({
  version: z.int(),
  title: z.string(),
  asks_again: z.boolean(),
  saved_at: instant,
  saved_by: z.string(),
  /** The number of players who have accepted it. */
  accepted: z.int(),
  /** Whether the version is empty, which removes the text's page. */
  is_empty: z.boolean(),
})

export const listOrganizerTexts = endpoint({
  method: 'GET',
  path: '/organizer/texts',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The organization’s own texts: the newest version of each. Version 0 if nobody has written it yet.',
  reply: z.object({
    texts: z.array(
      z.object({
        key: z.enum(textKeys),
        version: z.int(),
        title: z.string(),
        is_empty: z.boolean(),
        saved_at: z.nullable(instant),
        accepted: z.int(),
      }),
    ),
  }),
})

const organizerText = z.extend(versionOfText, {
  /** Players who have accepted an earlier version have to accept this one before they order again. */
  asks_again: z.boolean(),
  /** The newest 200 versions, newest first. */
  versions: z.array(savedVersion),
})
export type OrganizerText = z.output<typeof organizerText>

export const getOrganizerText = endpoint({
  method: 'GET',
  path: '/organizer/texts/{key}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'One text: its newest version, or the requested one. Version 0 if nobody has written it yet.',
  params,
  query: z.object({ version: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))) }),
  reply: organizerText,
})

export const saveText = endpoint({
  method: 'PUT',
  path: '/organizer/texts/{key}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Save a new version of a text. Without text, its page is removed. Saving the same title and text creates no version.',
  params,
  body: z.object({
    /** Defaults to the current title. */
    title: z.optional(line(80, 'Please enter a title.')),
    /** Markdown. HTML in it is sanitized. */
    text: markdown,
    /** Players who have accepted an earlier version are asked again. The first version always asks. */
    asks_again: z._default(z.boolean(), false),
    /** The version that was edited. 409 if somebody has saved another one since. */
    version: z.optional(z.int()),
  }),
  reply: versionOfText,
  example: {
    body: { title: 'Waiver', text: 'You play at your **own risk**.', asks_again: true, version: 1 },
    reply: {
      key: 'waiver',
      version: 2,
      title: 'Waiver',
      text: 'You play at your **own risk**.',
      html: '<p>You play at your <strong>own risk</strong>.</p>',
    },
  },
})

export const previewText = endpoint({
  method: 'POST',
  path: '/organizer/texts/preview',
  access: 'organizer',
  reads: true,
  tag: 'Organizer',
  summary: 'Markdown as the page will show it. Nothing is saved.',
  body: z.object({ text: markdown }),
  reply: z.object({ html: z.string() }),
  example: { body: { text: 'Hello **you**' }, reply: { html: '<p>Hello <strong>you</strong></p>' } },
})

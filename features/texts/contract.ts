import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'
import { organization } from '#/contract/organization.ts'
import { textKeys } from '#/contract/texts.ts'
import { missingAcceptances } from '#/rules/acceptances.ts'

const key = z.enum(textKeys)

export const listTexts = endpoint({
  method: 'GET',
  path: '/public/texts',
  access: 'public',
  tag: 'Texts',
  summary: 'The organization’s own texts that are in force, and what new players have to accept and confirm.',
  reply: z.object({
    texts: z.array(
      z.object({
        key,
        version: z.int(),
        title: z.string(),
        /** Whether players have to accept it. */
        to_accept: z.boolean(),
      }),
    ),
    /** The minimum age that players confirm. Null if it is not asked. */
    minimum_age: z.nullable(z.int()),
  }),
})

/** A version of a text: the Markdown source, and sanitized HTML. */
export const versionOfText = z.object({
  key,
  version: z.int(),
  title: z.string(),
  text: z.string(),
  html: z.string(),
})
export type VersionOfText = z.output<typeof versionOfText>

export const getText = endpoint({
  method: 'GET',
  path: '/public/texts/{key}',
  access: 'public',
  tag: 'Texts',
  summary: 'One of the organization’s own texts, as it is in force; 404 when there is none.',
  params: z.object({ key }),
  reply: versionOfText,
  example: {
    reply: {
      key: 'waiver',
      version: 2,
      title: 'Waiver',
      text: 'You play at your **own risk**.',
      html: '<p>You play at your <strong>own risk</strong>.</p>',
    },
  },
})

const accepted = z
  .array(
    z.object({
      key,
      version: z.coerce.number('Please check this.').check(z.int('Please check this.'), z.minimum(1)),
    }),
    'Please check this.',
  )
  .check(z.maxLength(20))

/** The acceptance in the body of a sign-up or an order. Omits what was accepted before. */
export const acceptance = {
  /** The versions that the player has read. */
  accepted: z.optional(accepted),
  /** Whether the player confirms the minimum age. */
  confirms_age: z.optional(z.boolean()),
}
export type Acceptance = z.output<z.ZodMiniObject<typeof acceptance>>

/** Form validation for new players, who have accepted nothing before: reports what the server would refuse. */
export function acceptsAll(ctx: AcceptanceContext): void {
  const { texts, minimum_age } = organization()
  requireAcceptance(ctx, missingAcceptances(texts, ctx.value.accepted ?? []).length > 0, minimum_age)
}

type AcceptanceContext = z.core.ParsePayload<Acceptance>

/** Adds form issues for what is missing: the texts, and the age to confirm (null if none). */
export function requireAcceptance(ctx: AcceptanceContext, is_missing: boolean, minimum_age: number | null): void {
  // `continue` lets later checks run too.
  const issue = { code: 'custom', continue: true } as const
  const { accepted: input, confirms_age } = ctx.value
  if (is_missing) ctx.issues.push({ ...issue, path: ['accepted'], message: 'Please read this and accept it.', input })
  if (minimum_age !== null && confirms_age !== true)
    ctx.issues.push({ ...issue, path: ['confirms_age'], message: ageSentence(minimum_age), input: confirms_age })
}

export function ageSentence(minimum_age: number): string {
  return `Please confirm that you are ${minimum_age} or older.`
}

/** The texts and the age that a player still has to accept and confirm, as fields to spread into a reply. */
export const missingAcceptance = {
  missing: z.array(z.object({ key, version: z.int(), title: z.string() })),
  /** The age that the player still has to confirm, if any. */
  age_to_confirm: z.nullable(z.int()),
}
export type MissingAcceptance = z.output<z.ZodMiniObject<typeof missingAcceptance>>

export const getAcceptances = endpoint({
  method: 'GET',
  path: '/users/acceptances',
  access: 'player',
  tag: 'Texts',
  summary:
    'The texts that I have accepted, newest first, and those that I still have to accept before I join a league.',
  reply: z.object({
    accepted: z.array(z.object({ key, version: z.int(), title: z.string(), accepted_at: instant })),
    ...missingAcceptance,
  }),
})

export const acceptTexts = endpoint({
  method: 'POST',
  path: '/users/acceptances',
  access: 'player',
  tag: 'Texts',
  summary:
    'Accept versions of the organization’s texts, and confirm my age, before an order or an invitation asks for it.',
  body: z.object(acceptance),
  reply: message,
  example: {
    body: {
      accepted: [
        { key: 'terms', version: 3 },
        { key: 'waiver', version: 2 },
      ],
      confirms_age: true,
    },
  },
})

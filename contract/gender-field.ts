import * as z from 'zod/mini'
import { foldName } from '#/rules/name-fold.ts'
import { organization } from './organization.ts'

/**
 * Parses one of the organization's answers, in any case. No answer is null, if the organization allows it; a field that is
 * left out is then undefined, so that a change keeps what is stored. `missing` is the message for no answer that counts.
 */
export function genderField(missing: string) {
  return z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value, ctx): string | null | undefined => {
      const { genders, gender_required } = organization()
      const found = genders.find(({ name }) => foldName(name) === foldName(value?.trim() ?? ''))
      if (found) return found.name
      if (!gender_required && !value?.trim()) return value === undefined ? undefined : null
      ctx.issues.push({ code: 'custom', message: missing, input: value })
      return z.NEVER
    }),
  )
}

import * as z from 'zod/mini'
import { findLevel } from '#/rules/level-names.ts'
import { organization } from './organization.ts'

/** Parses a level from its key or name, in any case, to its key. `missing` is the message if there is no such level. */
export function levelField(missing: string) {
  return z.pipe(
    z.string(missing),
    z.transform((value, ctx): string => {
      const found = findLevel(organization().levels, value)
      if (found) return found.key
      ctx.issues.push({ code: 'custom', message: missing, input: value })
      return z.NEVER
    }),
  )
}

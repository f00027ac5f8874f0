import * as z from 'zod/mini'
import { findLevel } from '#/rules/level-names.ts'
import { organization } from './organization.ts'

/** A level by key or by name, in any case; its key inside. `missing` is said when there is no such level. */
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

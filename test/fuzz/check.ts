import * as z from 'zod/mini'
import type { Endpoint } from '#/contract/endpoint.ts'
import { refusals, type RefusalCode } from '#/contract/refusals.ts'

/** A response: its body as text, and the handler's return value before serialization, if it got that far. */
export type FuzzAnswer = { status: number; type: string; text: string; answered: unknown; ms: number }

const refusal = z.strictObject({
  message: z.string().check(z.minLength(1)),
  code: z.enum(Object.keys(refusals) as RefusalCode[]),
  request_id: z.string().check(z.minLength(1)),
  fields: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
  state: z.optional(z.record(z.string(), z.unknown())),
})

/** Text that reveals the inside of the app or the database, which callers must not see. */
const inside =
  /node_modules|\.[cm]?[jt]s:\d+|\bat \w+ \(|postgres(ql)?:\/\/|\$argon2|sqlstate|violates \w+ constraint|syntax error at|relation "|column "|\bpg_\w+|(insert into|delete from|select .{1,80} from) |[ck]tor_|_secret_|\bBearer [\w-]{20}/i

/** Describes the fault in a response. Null if there is none. `sent`: the input, which may be echoed. */
export function faultOf(
  endpoint: Endpoint,
  answer: FuzzAnswer,
  { sent, limit_ms }: { sent: string; limit_ms: number },
): string | null {
  const { status, type, text, answered, ms } = answer
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (ms > limit_ms) return `takes ${Math.round(ms)} ms`
  if (status >= 400) return faultOfRefusal(status, text, sent)
  if (status === 304) return null
  if (status !== (endpoint.status ?? 200)) return `answers ${status} instead of ${endpoint.status ?? 200}`
  if (endpoint.file !== undefined) return type === endpoint.file ? null : `answers ${type} instead of ${endpoint.file}`
  if (!type.startsWith('application/json')) return `answers ${type} instead of JSON`
  // The serializer turns a missing text into an empty one, so the handler's return value is checked too.
  for (const body of [JSON.parse(JSON.stringify(answered ?? null)), JSON.parse(text)]) {
    const read = endpoint.reply.safeParse(body)
    if (!read.success) return `answers off its schema: ${JSON.stringify(read.error.issues[0])}`
  }
  return null
}

function faultOfRefusal(status: number, text: string, sent: string): string | null {
  const read = refusal.safeParse(parseJson(text))
  if (!read.success) return `refuses with ${status} in a shape of its own: ${text.slice(0, 200)}`
  const { code, fields, state, message } = read.data
  if (refusals[code][0] !== status) return `refuses ${code} with ${status}`
  if (fields !== undefined && status !== 422) return `refuses with fields and ${status}`
  // The current state, after a change that came too late or if another version has to be accepted.
  if (state !== undefined && status !== 409 && status !== 422) return `refuses with a state and ${status}`
  const found = [message, ...Object.values(fields ?? {}), JSON.stringify(state ?? {})]
    .map((sentence) => inside.exec(sentence)?.[0])
    .find(Boolean)
  return found === undefined || sent.includes(found)
    ? null
    : `says ${JSON.stringify(found)} to its caller: ${text.slice(0, 300)}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import * as z from 'zod/mini'
import { findNameProblem } from '#/rules/name-characters.ts'
import { parseWireDay } from './wire-day.ts'

// The default sentences for fields whose rules have no message.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null))
      return 'Please fill this in.'
    if (issue.code === 'invalid_value') return 'Please choose one from the list.'
    if (issue.code === 'unrecognized_keys') return 'This field is not known.'
    if (issue.code === 'too_big' && issue.origin === 'string') return `Please use ${issue.maximum} characters at most.`
    return 'Please check this.'
  },
})

/**
 * One line of text, trimmed, not blank. No control characters, which could add headers to an email. No lone surrogates
 * (an emoji cut in half), which neither UTF-8 nor PostgreSQL's JSON can hold.
 */
export function line(maximum: number, blank = 'Please fill this in.') {
  return z.string().check(z.trim(), z.minLength(1, blank), z.maxLength(maximum), noControl)
}

/** Refuses marks of direction, invisible characters and accents without a letter (rules/name-characters.ts). */
export const visibleName = z.check<string>((ctx) => {
  const message = findNameProblem(ctx.value)
  if (message !== null) ctx.issues.push({ code: 'custom', message, input: ctx.value, continue: true })
})

/** A name of a person or a thing: one line on which every character is seen. */
export function nameLine(maximum: number, blank?: string) {
  return line(maximum, blank).check(visibleName)
}

/** Text that may be empty. Allows line breaks, and otherwise the same characters as a line. */
export function text(maximum: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(maximum),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'Please leave out control characters.'),
    )
}

/** One line without control characters or half an emoji. */
export const noControl = z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please keep this on one line.')

/** Text that may be an email, with the domain in ASCII. */
export const asciiDomain = z.overwrite<string>(withAsciiDomain)

export const email = emailOrElse('Please enter your email.')

/** An email. `missing` is the message for an empty field. The domain is stored in ASCII, so both spellings of one are one account. */
export function emailOrElse(missing: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(254),
      asciiDomain,
      z.email('Please enter an email like name@example.com.'),
    )
}

/** joerg@müller.example as joerg@xn--mller-kva.example (IDNA by the WHATWG's URL standard). */
export function withAsciiDomain(typed: string): string {
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  // Leaves a domain in ASCII as it was typed. `URL` would remove a path or a port, which make it invalid.
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.\u3002-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.\u3002-]*$/u.test(domain)) return typed
  const url = `http://${domain}`
  return URL.canParse(url) ? typed.slice(0, at) + new URL(url).hostname : typed
}

/** The characters of a phone number, blank or not, with an extension. */
export const phoneCharacters = z.regex(
  /^[+()\d\s.-]*(?:(?:x|ext\.?|#)\s*\d{1,7})?$/i,
  'Please use digits, with a plus in front of the dial code. An extension is written as x12.',
)

// The first problem of a field is shown. None of them may abort, because the form's other problems would go unseen.
export const phone = z.string().check(
  z.trim(),
  // An unused field contains only a dial code.
  z.refine((typed) => !/^(?:\+\d{0,4})?$/.test(typed), 'Please enter a phone number.'),
  z.minLength(5, 'Please enter at least 5 characters.'),
  z.maxLength(40),
  z.refine(
    (typed) => !/^\d(?:[.,]\d+)?E\+?\d+$/i.test(typed),
    'A spreadsheet has rounded this number. Please format its column as text and enter it again.',
  ),
  phoneCharacters,
)

/** A password as typed (never trimmed), 8 to 128 characters. */
export const newPassword = z
  .string()
  .check(
    z.minLength(8, 'Please choose a password of at least 8 characters.'),
    z.maxLength(128, 'Please choose a password of 128 characters at most.'),
  )

/** A calendar day: yyyy/MM/dd in the API, yyyy-mm-dd inside. */
export const day = z.pipe(
  z.string(),
  z.transform((value, ctx): string => {
    const inside = parseWireDay(value)
    if (inside !== null) return inside
    ctx.issues.push({ code: 'custom', message: 'Invalid date provided.', input: value })
    return z.NEVER
  }),
)

/** The id of a row, in a path or a body. */
export const id = z.coerce
  .number('Please check this.')
  .check(z.int('Please check this.'), z.minimum(1), z.maximum(2_147_483_647))

/** Instants are sent as ISO 8601 text. */
export const instant = z.iso.datetime()

/** The reply of a call that returns only a sentence for the reader. */
export const message = z.object({ message: z.string() })

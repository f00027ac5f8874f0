/** The fields that the subject and opening of an email may contain, in braces (docs/product.md, "Texts of emails"). */
export const mailFields = ['first_name', 'organization', 'area', 'subject'] as const
export type MailField = (typeof mailFields)[number]

const braces = /\{([^{}]*)\}/g

/** The names in braces, in their order. */
export function fieldsIn(text: string): string[] {
  return [...text.matchAll(braces)].map(([, name = '']) => name)
}

/** Names in braces that are not fields. */
export function unknownFields(text: string, fields: readonly string[] = mailFields): string[] {
  return fieldsIn(text).filter((name) => !fields.includes(name))
}

/** Fills in the fields in one pass, so a value that looks like a field is not replaced. */
export function fillFields(text: string, values: Record<string, string>): string {
  return text.replaceAll(braces, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** Puts the text on one line without control characters. A line break in a subject would start a new header. */
export function toSubject(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, 200)
}

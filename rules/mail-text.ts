/** The fields that the subject and the opening of an email may name in braces (docs/product.md, "Texts of emails"). */
export const mailFields = ['first_name', 'organization', 'area', 'subject'] as const
export type MailField = (typeof mailFields)[number]

const braces = /\{([^{}]*)\}/g

/** What stands in braces and is no field. */
export function unknownFields(text: string): string[] {
  return [...text.matchAll(braces)]
    .map(([, name = '']) => name)
    .filter((name) => !mailFields.includes(name as MailField))
}

/** The text with its fields filled in, in one pass: a value that looks like a field stays as it is. */
export function fillFields(text: string, values: Record<MailField, string>): string {
  return text.replaceAll(braces, (whole, name: string) =>
    mailFields.includes(name as MailField) ? values[name as MailField] : whole,
  )
}

/** On one line without control characters: what follows a line break in a subject would be a header. */
export function toSubject(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, 200)
}

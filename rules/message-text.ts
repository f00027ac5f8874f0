import { fieldsIn, fillFields } from './mail-text.ts'

/**
 * The fields that a message of an organizer may contain, in braces (docs/product.md, "Messages"). `none` replaces the
 * field for a player who has no value.
 */
export const messageFields = {
  first_name: { title: 'First name', none: 'player' },
  league: { title: 'League', none: 'your league' },
  season: { title: 'Season', none: 'the season' },
  area: { title: 'Area', none: 'your area' },
  next_match: { title: 'Next match', none: 'no match yet' },
  amount_due: { title: 'Amount due', none: 'nothing' },
  organization: { title: 'Organization', none: 'us' },
} as const
export type MessageField = keyof typeof messageFields

/** The values of one player. A field without a value is left out. */
export type MessageValues = Partial<Record<MessageField, string>>

export const messageFieldNames = Object.keys(messageFields) as MessageField[]

/** The fields of these texts, each once. */
export function messageFieldsIn(...texts: readonly string[]): MessageField[] {
  const used = new Set(texts.flatMap(fieldsIn))
  return messageFieldNames.filter((name) => used.has(name))
}

/** The text as one player reads it. */
export function fillMessage(text: string, values: MessageValues): string {
  return fillFields(
    text,
    Object.fromEntries(messageFieldNames.map((name) => [name, values[name] ?? messageFields[name].none])),
  )
}

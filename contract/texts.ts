/** The texts that an organization can publish. Its rules are added to the product's own. */
export const textKeys = ['rules', 'terms', 'privacy', 'waiver', 'refunds'] as const
export type TextKey = (typeof textKeys)[number]

/** The default title of each text. */
export const textNames: Record<TextKey, string> = {
  rules: 'Rules',
  terms: 'Terms',
  privacy: 'Privacy',
  waiver: 'Waiver',
  refunds: 'Refunds',
}

/** A text in force. */
export type PublishedText = {
  key: TextKey
  version: number
  title: string
  /** Players who have accepted this version or a later one are not asked again. Null if nobody has to accept it. */
  asked_version: number | null
}

/** The texts that an organization can publish. The rules are added to those that the program writes itself. */
export const textKeys = ['rules', 'terms', 'privacy', 'waiver', 'refunds'] as const
export type TextKey = (typeof textKeys)[number]

/** What a text is called until somebody gives it another title. */
export const textNames: Record<TextKey, string> = {
  rules: 'Rules',
  terms: 'Terms',
  privacy: 'Privacy',
  waiver: 'Waiver',
  refunds: 'Refunds',
}

/** A text that is in force. */
export type PublishedText = {
  key: TextKey
  version: number
  title: string
  /** Players who have accepted this version or a later one are not asked again. Null: nobody has to accept it. */
  asked_version: number | null
}

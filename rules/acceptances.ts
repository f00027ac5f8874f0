/** The fields of a text in force that decide whether a player has to accept it (docs/product.md, "Texts"). */
type TextInForce = { key: string; version: number; asked_version: number | null }
type Accepted = { key: string; version: number }

/**
 * The texts that a player still has to accept. A text is accepted once the player has accepted the last version that
 * asked again, or a later one.
 */
export function missingAcceptances<T extends TextInForce>(texts: readonly T[], accepted: readonly Accepted[]): T[] {
  return texts.filter(
    ({ key, asked_version }) =>
      asked_version !== null && !accepted.some((given) => given.key === key && given.version >= asked_version),
  )
}

/** The acceptances that do not name a version of a text in force, so nobody can have read it. */
export function unknownAcceptances<A extends Accepted>(texts: readonly TextInForce[], accepted: readonly A[]): A[] {
  return accepted.filter(({ key, version }) => !texts.some((text) => text.key === key && version <= text.version))
}

/** Whether a player still has to confirm their age. `confirmed` is the age confirmed last time, null if never. */
export function isAgeMissing(minimum: number | null, confirmed: number | null): boolean {
  return minimum !== null && (confirmed === null || confirmed < minimum)
}

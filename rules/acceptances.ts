/** A text in force, as far as accepting it goes (docs/product.md, "Texts"). */
type Asked = { key: string; version: number; asked_version: number | null }
type Accepted = { key: string; version: number }

/** The texts that still have to be accepted: no version since the last that asked again has been. */
export function missingAcceptances<T extends Asked>(texts: readonly T[], accepted: readonly Accepted[]): T[] {
  return texts.filter(
    ({ key, asked_version }) =>
      asked_version !== null && !accepted.some((given) => given.key === key && given.version >= asked_version),
  )
}

/** Those that name no version of a text in force: nobody can have read them. */
export function unknownAcceptances<A extends Accepted>(texts: readonly Asked[], accepted: readonly A[]): A[] {
  return accepted.filter(({ key, version }) => !texts.some((text) => text.key === key && version <= text.version))
}

/** Whether a player has yet to confirm an age; `confirmed` is the age of the last time. */
export function isAgeMissing(minimum: number | null, confirmed: number | null): boolean {
  return minimum !== null && (confirmed === null || confirmed < minimum)
}

/** Splits texts into the sentences that all share and those that only one has, so that a screen repeats nothing. */
export function shareReasons(texts: readonly string[]): { shared: string; own: string[] } {
  const split = texts.map((text) => text.split(/(?<=\.) (?=[A-Z])/))
  const shared = (split[0] ?? []).filter((sentence) => split.every((others) => others.includes(sentence)))
  return {
    shared: shared.join(' '),
    own: split.map((sentences) => sentences.filter((sentence) => !shared.includes(sentence)).join(' ')),
  }
}

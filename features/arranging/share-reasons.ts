/** What several texts have in common, sentence by sentence, and what each says beyond it, so that nothing is repeated on a screen. */
export function shareReasons(texts: readonly string[]): { shared: string; own: string[] } {
  const split = texts.map((text) => text.split(/(?<=\.) (?=[A-Z])/))
  const shared = (split[0] ?? []).filter((sentence) => split.every((others) => others.includes(sentence)))
  return {
    shared: shared.join(' '),
    own: split.map((sentences) => sentences.filter((sentence) => !shared.includes(sentence)).join(' ')),
  }
}

/**
 * Characters of names that nobody sees: marks of direction, which reorder the text around a name, and letters without a
 * shape, with which two names look the same. Default_Ignorable_Code_Point lacks the braille blank, line separators and some
 * format characters.
 */
const unseen = /[\p{DI}\p{Cf}\p{Zl}\p{Zp}\u2800]/gu

/** Scripts in which a joiner or non-joiner changes how the letters beside it are drawn, and the Malayalam chillu at the end of a word. */
const joining = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`
const letterOfJoining = String.raw`(?=[\p{L}\p{M}])[${joining}]`
const kept = new RegExp(
  [
    `(?<=${letterOfJoining})[\\u200C\\u200D](?=${letterOfJoining})`,
    String.raw`(?<=\u0D4D)\u200D`,
    // A Han character in a certain shape, and an emoji in color or made of several.
    String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  ].join('|'),
  'gu',
)

const loneMark = /(?<![\p{L}\p{M}\p{N}\p{S}\u200C\u200D])\p{M}/u

/** Why a name cannot be taken as it was typed, in a sentence. Null if it can. */
export function findNameProblem(name: string): string | null {
  const visible = name.replaceAll(kept, '')
  if (visible.search(unseen) >= 0)
    return 'This has invisible characters, which often come along when text is pasted. Please delete it and type it by hand.'
  if (loneMark.test(visible)) return 'An accent here has no letter. Please type the accent together with its letter.'
  return null
}

/** A name without the characters that `findNameProblem` refuses, as from a sign-in service. */
export function cleanName(name: string): string {
  let rest = ''
  let from = 0
  for (const { 0: keep, index } of name.matchAll(kept)) {
    rest += name.slice(from, index).replaceAll(unseen, '') + keep
    from = index + keep.length
  }
  return (rest + name.slice(from).replaceAll(unseen, '')).replaceAll(new RegExp(loneMark, 'gu'), '')
}

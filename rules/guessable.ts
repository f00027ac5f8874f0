import { foldName } from './name-fold.ts'

/** Why a password is among the first to be guessed. */
export type Guessable = 'common' | 'row' | 'own' | 'local'

/** One friendly sentence for each. */
export const guessableSentence: Readonly<Record<Guessable, string>> = {
  common: 'This is a common password. Please choose another one.',
  row: 'This password repeats itself or is a row of keys or letters. Please choose another one.',
  own: 'This password is too close to your name or email. Please choose another one.',
  local:
    'This password is easy to guess here. Please choose another one, such as four words that do not belong together.',
}

/** The passwords and words that somebody who guesses would try first. */
export type GuessedFirst = {
  /** The most common passwords, in lower case. */
  common: ReadonlySet<string>
  /** The account's names and email. */
  own: readonly string[]
  /** Names and words that everybody here knows: the organization, its areas, the sport. */
  local: readonly string[]
}

/** Characters that must remain once guessable words are removed. */
const OTHER_CHARACTERS = 8
/** The smallest number of different characters. */
const LEAST_DIFFERENT = 4
/** The average length of runs (abc, 321, qwe, aaa) from which a password is made of them. */
const RUN_LENGTH = 3
/** Shorter words are parts of too many others: they are only refused with nothing but digits and signs around them. */
const REMOVED_LENGTH = 4

/** Whether a password is among the first to be guessed, and why (docs/security.md, "Passwords"). Null if it is not. */
export function guessable(typed: string, { common, own, local }: GuessedFirst): Guessable | null {
  const password = typed.toLowerCase()
  const spellings = spellingsOf(password)
  const cores = spellingsOf(coreOf(password))
  const isPadded = (core: string) => typed.length - core.length < OTHER_CHARACTERS
  if ([...spellings, ...cores].some((spelling) => common.has(spelling) && isPadded(spelling))) return 'common'
  if (new Set(password).size < LEAST_DIFFERENT || isRow(password)) return 'row'
  const isMadeOf = (texts: readonly string[]) => {
    const words = texts.flatMap(wordsOf)
    return (
      cores.some((core) => words.includes(foldName(core)) && isPadded(core)) ||
      spellings.some((spelling) => usesWords(foldName(spelling), words))
    )
  }
  if (isMadeOf(own)) return 'own'
  return isMadeOf([...own, ...local]) ? 'local' : null
}

/** A text's words, and all of it with and without what is between them. */
function wordsOf(text: string): string[] {
  const folded = foldName(text).trim()
  return [folded, folded.replaceAll(/[^\p{L}\d]/gu, ''), ...(folded.match(/[\p{L}\d]+/gu) ?? [])]
}

/** Whether too little remains of a password without these words. */
function usesWords(password: string, words: readonly string[]): boolean {
  const removed = words.filter((word) => word.length >= REMOVED_LENGTH).toSorted((a, b) => b.length - a.length)
  const rest = removed.reduce((left, word) => left.replaceAll(word, ''), password)
  return rest !== password && rest.length < OTHER_CHARACTERS
}

/** A password without the digits and signs at its ends. */
function coreOf(password: string): string {
  return password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

const leet: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' }

/** A password as typed, and with letters for the digits and signs that look like them: 1, ! and | are i or l. */
function spellingsOf(password: string): string[] {
  return [password, withoutLeet(password, 'i'), withoutLeet(password, 'l')]
}

function withoutLeet(password: string, one: string): string {
  return password.replaceAll(/[034@5$71!|]/g, (sign) => leet[sign] ?? one)
}

/** Rows of keys, of the usual keyboards. */
const keyRows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
]
const nextKeys = new Set(keyRows.flatMap((row) => Array.from(row.slice(1), (key, at) => `${row[at]}${key}`)))

/** Whether a password consists of runs: characters that repeat, follow each other, or are neighbors on the keyboard. */
function isRow(password: string): boolean {
  const characters = Array.from(password)
  let runs = 0
  let direction: string | null = null
  for (const [at, character] of characters.entries()) {
    const step = at === 0 ? null : stepBetween(characters[at - 1] ?? '', character)
    if (step === null || (direction !== null && step !== direction)) {
      runs += 1
      direction = null
    } else direction = step
  }
  return characters.length / runs >= RUN_LENGTH
}

function stepBetween(from: string, to: string): string | null {
  const difference = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
  if (difference >= -1 && difference <= 1) return String(difference)
  return nextKeys.has(from + to) ? '1' : nextKeys.has(to + from) ? '-1' : null
}

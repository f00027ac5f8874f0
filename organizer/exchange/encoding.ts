/** A text as one encoding reads it. */
export type Reading = { encoding: string; text: string }

const marks: [mark: number[], label: string, encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8', 'UTF-8'],
  [[0xff, 0xfe], 'utf-16le', 'UTF-16'],
  [[0xfe, 0xff], 'utf-16be', 'UTF-16'],
]

/**
 * The readings of a file between which its bytes do not decide, the likeliest first; none if it is not text. A byte order
 * mark decides, then UTF-16 by its zeros, then UTF-8. What remains is Windows-1252 or Mac Roman: the reading without
 * strange letters ("MŸller", "JosŽ") is taken. UTF-8 whose letters were encoded twice ("MÃ¼ller") has two readings.
 */
export function readingsOf(bytes: Uint8Array): Reading[] {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return [{ encoding: marked[2], text: new TextDecoder(marked[1]).decode(bytes) }]
  if (bytes.includes(0)) {
    const text = decodeUtf16(bytes)
    return text === null ? [] : [{ encoding: 'UTF-16', text }]
  }
  const utf8 = decodeStrictly('utf-8', bytes)
  if (utf8 !== null) {
    const repaired = decodeTwice(utf8)
    const asIs = { encoding: 'UTF-8', text: utf8 }
    return repaired === null ? [asIs] : [{ encoding: 'UTF-8, encoded twice', text: repaired }, asIs]
  }
  const text = new TextDecoder('utf-8').decode(bytes)
  // A few bad bytes among good letters: each cell with one is an error.
  if (/[^\p{ASCII}\uFFFD]/u.test(text)) return [{ encoding: 'UTF-8', text }]
  const sample = linesWithLetters(bytes)
  const readings = [
    { encoding: 'Windows-1252', label: 'windows-1252' },
    { encoding: 'Mac Roman', label: 'macintosh' },
  ].map(({ encoding, label }) => {
    const decoder = new TextDecoder(label)
    return { strange: countStrange(decoder.decode(sample)), reading: { encoding, text: decoder.decode(bytes) } }
  })
  const clean = readings.filter(({ strange }) => strange === 0)
  const [only] = clean
  if (only && clean.length === 1) return [only.reading]
  return readings.toSorted((a, b) => a.strange - b.strange).map(({ reading }) => reading)
}

/** Enough lines to tell two encodings apart, without keeping the process from other requests. */
const MAX_SAMPLE_LINES = 2_000

/** The first lines of a file that have bytes beyond ASCII. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const isBreak = (byte: number) => byte === 10 || byte === 13
  const lines: Uint8Array[] = []
  let start = 0
  let hasLetters = false
  for (const [index, byte] of bytes.entries()) {
    if (byte > 127) hasLetters = true
    if (!isBreak(byte) && index + 1 < bytes.length) continue
    if (hasLetters) lines.push(bytes.subarray(start, index + 1))
    if (lines.length === MAX_SAMPLE_LINES) break
    start = index + 1
    hasLetters = false
  }
  return Buffer.concat(lines)
}

/** UTF-16 without a mark: the zeros of its commas and line breaks are all on one side. Null if it is not text. */
function decodeUtf16(bytes: Uint8Array): string | null {
  const sides = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) sides[index % 2] = (sides[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = sides
  if (even > 0 && odd > 0) return null
  const text = decodeStrictly(even > 0 ? 'utf-16be' : 'utf-16le', bytes)
  return text === null || /[^\P{Cc}\t\n\r]/u.test(text) || !/[\t\n\r,;]/.test(text) ? null : text
}

function decodeStrictly(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Each character of Windows-1252 and its byte. */
const windowsBytes = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)

/** Restores UTF-8 that a program read as Windows-1252 and saved as UTF-8. Null if that did not happen. */
function decodeTwice(text: string): string | null {
  if (!/[ÂÃÄÅ][^\p{ASCII}]/u.test(text)) return null
  const restored = new Map<string, string | null>()
  const repaired = text.replaceAll(/[^\p{ASCII}]+/gu, (letters) => {
    const known = restored.get(letters) ?? decodeStrictly('utf-8', bytesOf(letters))
    restored.set(letters, known)
    return known ?? ''
  })
  return [...restored.values()].includes(null) ? null : repaired
}

/** The bytes of a text in Windows-1252. 255, which is never in UTF-8, for a character that it does not have. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => windowsBytes.get(character) ?? 255)
}

/**
 * Letters that a name does not have: signs and control characters, a capital after a small letter ("JosŽ"), a capital
 * between letters of a word with small ones ("MŸller"), a small letter before a capital ("oíBrien"). The typographic
 * marks of a spreadsheet are not strange.
 */
const strange =
  /[^\p{ASCII}\p{L}\p{M}‘’“”–—…°€£•™©®«»\u00A0]|[ƒﬁﬂ\p{Lm}]|…(?=\p{L})|\p{Ll}(?!\p{ASCII})\p{Lu}|\p{L}(?!\p{ASCII})\p{Lu}(?=\p{Ll})|(?!\p{ASCII})\p{Ll}(?=\p{Lu})|(?<=\p{L})[“”…•™©®«»€£°](?=\p{L})/gu

function countStrange(text: string): number {
  return [...text.matchAll(strange)].length
}

/** Up to three words that these readings spell differently, with the line of the first: { line: 3, words: ['MŸller', 'Müller'] }. */
export function differingWords(readings: readonly Reading[]): { line: number; words: string[] } {
  const lines = readings.map(({ text }) => text.split(/\r\n|\r|\n/))
  const [first = [], second = []] = lines
  const line = first.findIndex((one, index) => one !== second[index])
  const parts = lines.map((each) => (each[line] ?? '').split(/[\s,;"]+/))
  const places = (parts[0] ?? []).flatMap((one, place) => (one === parts[1]?.[place] ? [] : [place])).slice(0, 3)
  return { line: line + 1, words: parts.map((words) => places.map((place) => words[place] ?? '').join(', ')) }
}

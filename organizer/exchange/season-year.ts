/** The year at the end of a season's name: 'Fall 2019', 'Summer 2026/27', "Fall '19". */
export const namedYear = /^(.*\S)[\s,]+(?:(\d{4})(?:[/-](?:\d{4}|\d\d))?|['’](\d\d))$/

/** A year as it is written: 2026, '26', '2026/27'. 0 if it is none. */
export function readYear(text: string): number {
  const [, whole, short] = /^(?:(\d{4})(?:\.0)?(?:[/-](?:\d{4}|\d\d))?|['’]?(\d\d))$/.exec(text.trim()) ?? []
  return whole === undefined ? (short === undefined ? 0 : 2000 + Number(short)) : Number(whole)
}

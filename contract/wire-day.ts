import { isDay } from '#/rules/day.ts'

/** Converts yyyy-mm-dd to the API's yyyy/MM/dd. */
export function wireDay(inside: string): string {
  return inside.replaceAll('-', '/')
}

/** Converts the API's yyyy/MM/dd to yyyy-mm-dd. Null for anything else. */
export function parseWireDay(text: string): string | null {
  const inside = /^\d{4}\/\d{2}\/\d{2}$/.test(text) ? text.replaceAll('/', '-') : ''
  return isDay(inside) ? inside : null
}

import { isDay } from '#/rules/day.ts'

/** yyyy-mm-dd as the wire's yyyy/MM/dd. */
export function wireDay(inside: string): string {
  return inside.replaceAll('-', '/')
}

/** The wire's yyyy/MM/dd as yyyy-mm-dd; null for anything else. */
export function parseWireDay(text: string): string | null {
  const inside = /^\d{4}\/\d{2}\/\d{2}$/.test(text) ? text.replaceAll('/', '-') : ''
  return isDay(inside) ? inside : null
}

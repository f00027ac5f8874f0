import { knowAreas, listedAreas } from '#/contract/areas.ts'
import type { Db } from './db.ts'

/** Reads which areas there are; any process may have opened one. */
export async function readAreas(db: Db): Promise<void> {
  knowAreas(await db.selectFrom('areas').select(['slug', 'name', 'time_zone']).orderBy('position').execute())
}

/** The areas for the page's head: the browser's forms and tabs offer them from the first paint on. */
export function areasTag(): string {
  return dataTag('areas', listedAreas())
}

/** Data in the page; the content security policy lets no other script stand there. */
export function dataTag(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

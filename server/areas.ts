import { knowAreas, listedAreas } from '#/contract/areas.ts'
import type { Db } from './db.ts'

/** Reads the areas from the database: another process may have added one. */
export async function readAreas(db: Db): Promise<void> {
  knowAreas(await db.selectFrom('areas').select(['slug', 'name', 'time_zone']).orderBy('position').execute())
}

/** The areas for the page's head, so that forms and tabs have them at the first paint. */
export function areasTag(): string {
  return dataTag('areas', listedAreas())
}

/** Data in the page, which no browser runs. */
export function dataTag(id: string, data: unknown, type = 'application/json'): string {
  return `<script type="${type}" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

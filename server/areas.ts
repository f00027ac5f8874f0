import { sql } from 'kysely'
import { allAreas, setAreas, type Area } from '#/contract/areas.ts'
import type { Db } from './db.ts'

/** Reads the areas from the database, because another process may have changed them. */
export async function readAreas(db: Db): Promise<void> {
  type Row = Pick<Area, 'slug' | 'name' | 'time_zone'> & {
    address: string | null
    earlier: string[]
    is_archived: boolean
    sale_from: string | null
    contact_name: string | null
    contact_email: string | null
    contact_phone: string | null
  }
  const { rows } = await sql<Row>`
    select a.slug, a.name, a.time_zone, a.address, a.archived_at is not null as is_archived, a.sale_from, a.contact_name,
      a.contact_email, a.contact_phone, array(
      select e.address from area_addresses e
      where e.area = a.slug and e.address is distinct from a.address order by e.address) as earlier
    from areas a order by a.archived_at is not null, a.position`.execute(db)
  setAreas(
    // The list is in every page, so default values are left out.
    rows.map(({ slug, name, time_zone, address, earlier, is_archived, sale_from, ...contact }) => ({
      slug,
      name,
      time_zone,
      ...(address !== null && { address }),
      ...(earlier.length > 0 && { earlier }),
      ...(is_archived && { is_archived }),
      ...(sale_from !== null && { sale_from }),
      ...(contact.contact_email !== null && {
        contact: {
          name: contact.contact_name ?? '',
          email: contact.contact_email,
          phone: contact.contact_phone ?? '',
        },
      }),
    })),
  )
}

/** The areas for the page's head, so that forms and tabs have them at the first paint. */
export function areasTag(): string {
  return dataTag('areas', allAreas())
}

/** Data in the page that no browser runs. */
export function dataTag(id: string, data: unknown, type = 'application/json'): string {
  return `<script type="${type}" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

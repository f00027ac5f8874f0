import { toAmount } from '#/contract/money.ts'
import { sql } from 'kysely'
import { courtImage, courtOfDivision, type Court } from '#/contract/courts.ts'
import type { Gender } from '#/contract/choices.ts'
import { findFreeSlug, lockList, refuseTakenName } from '#/organizer/desk/named-lists.ts'
import type { AgeGroup } from '#/rules/age-group.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrganizerDivision } from './contract.ts'

/** The stored fields of a division, except its position and state. */
export const divisionColumns = [
  'slug',
  'name',
  'kind',
  'sport',
  'level',
  'gender',
  'is_mixed',
  'age_from',
  'age_to',
  'price_cents',
  'image',
] as const

/** All divisions in display order: a few dozen at most. */
export async function listAllDivisions(db: Db | Tx): Promise<OrganizerDivision[]> {
  const rows = await db
    .selectFrom('divisions')
    .select(['id', ...divisionColumns, 'retired_at'])
    .orderBy('position')
    .execute()
  return rows.map(({ price_cents, retired_at, ...division }) => ({
    ...division,
    price: toAmount(price_cents),
    retired: retired_at !== null,
  }))
}

/**
 * The fields of a division that an owner can change, as the form sends them: the price in cents, the picture by name.
 */
export type DivisionForm = {
  name: string
  level: string | null
  gender: Gender | null
  /** Keeps its value if left out. False in a new division. */
  is_mixed?: boolean | undefined
  age_from?: number | null | undefined
  age_to?: number | null | undefined
  price: number
  picture: Court
}

/** The ages of a division, and whether its pairs are mixed. */
type Whom = AgeGroup & { is_mixed: boolean }

const everybody: Whom = { is_mixed: false, age_from: null, age_to: null }

/** The fields of a division as they are stored. */
export type DivisionFields = Omit<DivisionForm, 'price' | 'picture' | keyof Whom> &
  Whom & { price_cents: number; image: string }

/** The picture is a court of the sport, whatever was chosen. `before`: the ages and mixed pairs so far. */
export function toDivisionFields(
  sport: Sport,
  { price, picture, is_mixed, age_from, age_to, ...form }: DivisionForm,
  before = everybody,
): DivisionFields {
  return {
    ...form,
    is_mixed: is_mixed ?? (before.is_mixed && form.gender === null),
    age_from: age_from === undefined ? before.age_from : age_from,
    age_to: age_to === undefined ? before.age_to : age_to,
    price_cents: price,
    image: courtImage(courtOfDivision(sport, picture)),
  }
}

/** Inserts a division at the end of the list. Returns its id. Refuses a taken name by field. */
export async function insertDivision(
  tx: Tx,
  division: DivisionFields & { kind: 'singles' | 'doubles'; sport: Sport },
): Promise<number> {
  await lockList(tx, 'divisions')
  await refuseTakenName(tx, 'divisions', division.name)
  const slug = await findFreeSlug(tx, 'divisions', division.name)
  const { id } = await tx
    .insertInto('divisions')
    .values({ ...division, slug, position: sql<number>`(select coalesce(max(position), 0) + 1 from divisions)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Retires a division, or restores it (null). Returns its name and whether anything changed. Refuses not_found. */
export async function updateRetired(
  tx: Tx,
  id: number,
  retired_at: Date | null,
): Promise<{ name: string; changed: boolean }> {
  const division = await tx
    .selectFrom('divisions')
    .select(['name', 'retired_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!division) refuse('not_found')
  const changed = (division.retired_at === null) !== (retired_at === null)
  if (changed) await tx.updateTable('divisions').set({ retired_at }).where('id', '=', id).execute()
  return { name: division.name, changed }
}

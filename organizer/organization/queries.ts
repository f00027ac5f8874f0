import { sql } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'

/** Whether a price has been charged or money has moved: amounts are stored in the currency's minor unit. */
export async function hasMoneyMoved(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from purchases where price_cents > 0 or discount_cents > 0 or second_division_cents > 0) or exists (select from refunds) as moved`.execute(
    db,
  )
  return rows[0]?.moved ?? false
}

/** Replaces the pictures of a logo. */
export async function replacePictures(
  tx: Tx,
  hash: string,
  pictures: readonly { kind: 'logo' | 'icon-192' | 'icon-512' | 'apple-touch-icon'; png: Buffer }[],
): Promise<void> {
  await tx.deleteFrom('organization_pictures').execute()
  if (pictures.length > 0)
    await tx
      .insertInto('organization_pictures')
      .values(pictures.map((picture) => ({ ...picture, hash })))
      .execute()
}

/** Prices of divisions and amounts of discounts keep their figure in another currency: 39 dollars become 39 yen. */
export async function recountPrices(tx: Tx, factor: number): Promise<void> {
  // A price above zero never becomes free, and null stays null.
  const recounted = (name: string) => {
    const column = sql.ref(name)
    return sql`case when ${column} > 0 then greatest(1, round(${column} * ${factor}::float8)::int) else ${column} end`
  }
  await sql`update divisions set price_cents = ${recounted('price_cents')}`.execute(tx)
  await sql`
    update leagues set price_cents = ${recounted('price_cents')}, early_price_cents = ${recounted('early_price_cents')}
    where price_cents is not null or early_price_cents is not null`.execute(tx)
  await sql`
    update coupons set amount_cents = ${recounted('amount_cents')} where amount_cents is not null`.execute(tx)
  await sql`
    update seasons set second_division_cents = ${recounted('second_division_cents')}
    where second_division_cents is not null`.execute(tx)
}

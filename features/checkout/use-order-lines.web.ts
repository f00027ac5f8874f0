import { useRead } from '#/web/api.ts'
import { listPurchases } from '#/features/calls.gen.ts'
import type { PurchaseRow } from './contract.ts'

/** The lines of the player's order; empty until they are read. */
export function useOrderLines(order_id: string): PurchaseRow[] {
  const purchases = useRead(listPurchases, {})
  return purchases.data?.purchases.filter((line) => line.order_id === order_id) ?? []
}

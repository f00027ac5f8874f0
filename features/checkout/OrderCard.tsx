import type { ReactNode } from 'react'
import { formatOrderNumber } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'

/** A completed order behind the success dialog: number, outcome and the next step. */
export function OrderCard({ order_id, children }: { order_id: string; children: ReactNode }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <p>
        Order <span className="tabular font-[650]">{formatOrderNumber(order_id)}</span> {children}
      </p>
      <ButtonLink to={paths.myLeague} replace>
        My league
      </ButtonLink>
    </Card>
  )
}

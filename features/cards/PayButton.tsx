import { formatCents } from '#/contract/money.ts'
import { useOnline } from '#/web/connection.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'

/** The pay button with the amount (`total` in cents), and a note that it is charged once. */
export function PayButton({ total, busy }: { total: number; busy: boolean }) {
  const amount = formatCents(total)
  const online = useOnline()
  return (
    <FormActions note={`You pay ${amount} once. Nothing renews automatically.`}>
      <Button type="submit" size="lg" busy={busy} className="w-full sm:w-auto">
        Pay {amount}
        {!online && ' (needs a connection)'}
      </Button>
    </FormActions>
  )
}

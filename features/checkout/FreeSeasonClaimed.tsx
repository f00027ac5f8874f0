import { useEffect } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { listSeasons } from '#/features/calls.gen.ts'
import { queries } from '#/web/api.ts'
import { clearCart } from './cart.web.ts'
import { OrderCard } from './OrderCard.tsx'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Screen } from '#/web/Screen.tsx'

/** Shows that a free season was spent, and goes to my league when closed. */
export default function FreeSeasonClaimed({ order_id }: { order_id: string }) {
  const navigate = useNavigate()
  const toMyLeague = () => void navigate(paths.myLeague, { replace: true })
  useEffect(() => {
    clearCart()
    void queries.invalidateQueries({ queryKey: [listSeasons.method, listSeasons.path] })
  }, [])
  return (
    <Screen title="Free season" documentTitle="You are in">
      <OrderCard order_id={order_id}>is confirmed. Nothing was charged.</OrderCard>
      <Dialog
        open
        onClose={toMyLeague}
        title="You are in"
        description="You've successfully claimed your free season. Enjoy!"
        actions={<Button onClick={toMyLeague}>Go to my league</Button>}
      >
        <Court picture="no-league" className="-mx-5 h-32 w-[calc(100%+2.5rem)] sm:-mx-6 sm:w-[calc(100%+3rem)]" />
      </Dialog>
    </Screen>
  )
}

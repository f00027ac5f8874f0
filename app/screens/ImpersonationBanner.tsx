import { logOut } from '#/features/accounts/contract.ts'
import { useChange } from '#/web/api.ts'
import { impersonation, token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PRODUCT_NAME } from '#/contract/product.ts'

/** Above every player screen during an impersonation. */
export function ImpersonationBanner() {
  const current = useStored(impersonation)
  const end = useChange(logOut)
  if (!current) return null
  const back = async () => {
    await end.mutateAsync({}).catch(() => undefined)
    token.set(null)
  }
  return (
    <div className="mb-6">
      <Notice
        tone="warn"
        title={`You are viewing ${PRODUCT_NAME} as ${current.name}. Nothing can be changed here.`}
        actions={
          <Button size="sm" variant="secondary" busy={end.isPending} onClick={() => void back()}>
            Back to the desk
          </Button>
        }
      />
    </div>
  )
}

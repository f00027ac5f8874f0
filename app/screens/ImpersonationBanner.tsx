import { logOut } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { impersonation, token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { organization } from '#/contract/organization.ts'

/** Above every player screen during an impersonation. */
export function ImpersonationBanner() {
  const current = useStored(impersonation)
  const end = useAction(logOut, { toast: null })
  if (!current) return null
  const back = async () => {
    await end.submit({}).catch(() => undefined)
    token.set(null)
  }
  return (
    <div className="mb-6">
      <Notice
        tone="warn"
        title={`You are viewing ${organization().name} as ${current.name}. Nothing can be changed here.`}
        actions={
          <Button size="sm" variant="secondary" busy={end.busy} onClick={() => void back()}>
            Back to the desk
          </Button>
        }
      />
    </div>
  )
}

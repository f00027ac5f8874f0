import { useHydrated } from '#/web/served-page.ts'
import { Button } from '#/web/ui/Button.tsx'
import { usePasskey } from './use-passkey.web.ts'

/** Signs in with a passkey. Renders nothing in a browser without passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, run] = usePasskey(async (passkeys) => {
    await passkeys.signInWithPasskey()
    onSignedIn()
  })
  if (!useHydrated() || !('PublicKeyCredential' in globalThis)) return null
  return (
    <div className="mt-8">
      <Button variant="secondary" size="lg" wide busy={busy} onClick={run}>
        Continue with a passkey
      </Button>
    </div>
  )
}

import { useState } from 'react'
import { ApiError } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'

// The library loads when a button is pressed.
const load = () => import('./passkeys.web.ts')

/** Whether the browser is using a passkey, and a button's handler that does. A problem or a refusal shows as a toast. */
export function usePasskey(
  work: (passkeys: Awaited<ReturnType<typeof load>>) => Promise<void>,
): [busy: boolean, run: () => void] {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const passkeys = await load()
    try {
      await work(passkeys)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof passkeys.PasskeyProblem)) throw error
      showToast({ tone: 'bad', text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return [busy, () => void run()]
}

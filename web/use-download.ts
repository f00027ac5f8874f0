import { useState } from 'react'
import { ApiError } from '#/web/call.ts'
import { showToast } from '#/web/ui/toasts.ts'

/** For a button that saves a file. Shows a refusal as a toast. */
export function useDownload(save: () => Promise<void>): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'bad', text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}

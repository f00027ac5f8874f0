import { useState, type ReactNode } from 'react'
import { reauthenticated } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { download } from '#/web/download.ts'
import { Button } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getTaskFile } from './contract.ts'

/** Saves the file that a task wrote. */
export function DownloadButton({
  task_id,
  primary = false,
  children,
}: {
  task_id: number
  primary?: boolean
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  async function fetchFile() {
    setBusy(true)
    try {
      await reauthenticated(() => download(getTaskFile, { params: { id: task_id } }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'bad', text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant={primary ? 'primary' : 'secondary'} busy={busy} onClick={() => void fetchFile()}>
      {children}
    </Button>
  )
}

import type { ReactNode } from 'react'
import { useDownload } from '#/web/use-download.ts'
import { reauthenticated } from '#/web/api.ts'
import { download } from '#/web/download.ts'
import { Button } from '#/web/ui/Button.tsx'
import { getImportRest, getTaskFile } from '#/organizer/calls.gen.ts'

/** Downloads the file that a task wrote. */
export function DownloadButton({
  task_id,
  primary = false,
  children,
}: {
  task_id: number
  primary?: boolean
  children: ReactNode
}) {
  const { busy, run } = useDownload(() => reauthenticated(() => download(getTaskFile, { params: { id: task_id } })))
  return (
    <Button variant={primary ? 'primary' : 'secondary'} busy={busy} onClick={run}>
      {children}
    </Button>
  )
}

/** Downloads the rows of a file that were not taken. */
export function RestButton({ task_id }: { task_id: number }) {
  const { busy, run } = useDownload(() => reauthenticated(() => download(getImportRest, { params: { task_id } })))
  return (
    <Button variant="secondary" busy={busy} onClick={run}>
      Download the rest
    </Button>
  )
}

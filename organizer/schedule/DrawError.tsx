import type { ApiError } from '#/web/call.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'

/** Why nothing was drawn. If the league has changed, offers a new preview. */
export function DrawError({ error, onReload }: { error: ApiError; onReload: () => void }) {
  return (
    <Notice
      tone="error"
      announce={false}
      actions={
        error.code === 'draw_changed' && (
          <Button variant="secondary" onClick={onReload}>
            Look at the new preview
          </Button>
        )
      }
    >
      {error.message}
    </Notice>
  )
}

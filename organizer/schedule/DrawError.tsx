import type { ApiError } from '#/web/call.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'

/** Why nothing was drawn; a league that changed since the preview has a new one to look at. */
export function DrawError({ error, onLook }: { error: ApiError; onLook: () => void }) {
  return (
    <Notice
      tone="error"
      actions={
        error.code === 'draw_changed' && (
          <Button variant="secondary" onClick={onLook}>
            Look at the new preview
          </Button>
        )
      }
    >
      {error.message}
    </Notice>
  )
}

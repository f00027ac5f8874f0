import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getUser } from '#/features/accounts/contract.ts'
import { ApiError } from '#/web/call.ts'
import { readOf } from '#/web/api.ts'
import { upload } from '#/web/upload.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { middle, PhotoCropper, type Square } from './PhotoCropper.tsx'
import { updatePhoto } from './contract.ts'

/** Cut the chosen picture to a square, see how it will look, send it. */
export function PhotoDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const client = useQueryClient()
  const url = useFileUrl(file)
  const [square, setSquare] = useState<Square>(middle)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function save() {
    const form = new FormData()
    form.set('crop_left', String(square.left))
    form.set('crop_top', String(square.top))
    form.set('crop_size', String(square.size))
    form.set('image', file)
    setProblem(null)
    setSent(0)
    try {
      const { message } = await upload(updatePhoto, form, setSent)
      await client.invalidateQueries({ queryKey: readOf(getUser, {}).queryKey })
      showToast({ tone: 'good', text: message })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.fields['image'] ?? error.message)
      setSent(null)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Your photo"
      description="Choose the part to show: drag the picture, or use the sliders."
      actions={
        <>
          <Button busy={sent !== null} onClick={() => void save()}>
            Save photo
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        {url !== null && <PhotoCropper url={url} square={square} onChange={setSquare} />}
        {sent !== null && (
          <label className="flex flex-col gap-1.5 text-sm">
            {sent < 1 ? 'Sending' : 'Almost done'}
            <progress value={sent} max={1} className="h-2 w-full overflow-hidden rounded-sm bg-line accent-(--color-ink)" />
          </label>
        )}
      </div>
    </Dialog>
  )
}

/** An address under which the page can show the file, as long as it does. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

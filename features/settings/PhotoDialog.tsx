import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getUser, updatePhoto } from '#/features/calls.gen.ts'
import { ApiError } from '#/web/call.ts'
import { readOf } from '#/web/api.ts'
import { upload } from '#/web/upload.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { middle, PhotoCropper, type Square } from './PhotoCropper.tsx'

/** Cut the chosen picture to a square, see how it will look, send it. `url` is where the page finds the file. */
export function PhotoDialog({ file, url, onClose }: { file: File; url: string; onClose: () => void }) {
  const client = useQueryClient()
  const [square, setSquare] = useState<Square>(middle)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function save() {
    const form = new FormData()
    form.set('crop_left', String(square.left))
    form.set('crop_top', String(square.top))
    form.set('crop_size', String(square.size))
    setProblem(null)
    setSent(0)
    try {
      form.set('image', await lighten(file), file.name)
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
        <PhotoCropper url={url} square={square} onChange={setSquare} />
        {sent !== null && (
          <label className="flex flex-col gap-1.5 text-sm">
            {sent < 1 ? 'Sending' : 'Almost done'}
            <progress
              value={sent}
              max={1}
              className="h-2 w-full overflow-hidden rounded-sm bg-line accent-(--color-ink)"
            />
          </label>
        )}
      </div>
    </Dialog>
  )
}

/** Bytes from which a picture is worth making smaller before it is sent over a phone's uplink. */
const heavy = 1_500_000
/** Pixels of the shorter side that are left: at the nearest zoom still a whole big photo. */
const enough = 2048

/** The picture, upright and with fewer pixels when it is heavy; as it is where the browser cannot do that. */
async function lighten(file: File): Promise<Blob> {
  if (file.size < heavy) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, enough / Math.min(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const light = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    return light.size < file.size ? light : file
  } catch {
    return file
  }
}

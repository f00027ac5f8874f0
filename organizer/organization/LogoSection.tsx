import { useRef, useState, type ChangeEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { biggestPhoto } from '#/features/settings/contract.ts'
import { Section } from '#/features/settings/Section.tsx'
import { useAction } from '#/web/action.ts'
import { readOf } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { upload } from '#/web/upload.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { deleteLogo, getOrganization, updateLogo } from '#/organizer/calls.gen.ts'

/** The organization's logo, to upload or remove. */
export function LogoSection({ logo }: { logo: string | null }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const remove = useAction(deleteLogo, { stale: [getOrganization] })

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Lets the same file be chosen again.
    currentTarget.value = ''
    if (!file) return
    if (file.size > biggestPhoto) return setProblem('This picture is larger than 10 MB. Please choose a smaller one.')
    setProblem(null)
    setBusy(true)
    try {
      const form = new FormData()
      form.set('image', file, file.name)
      const { message } = await upload(updateLogo, form, () => {})
      await client.invalidateQueries({ queryKey: readOf(getOrganization, {}).queryKey })
      showToast({ tone: 'good', text: message })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.fields['image'] ?? error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section
      title="Logo"
      lead="PNG, JPEG, WebP or SVG. The icons for browsers and home screens are made of it. Without one, they show the first letters of the short name in the main color."
    >
      <div className="flex flex-col gap-4">
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        {logo !== null && (
          <img
            src={logo}
            alt="The logo"
            className="h-24 w-auto max-w-full self-start rounded-sm border border-line bg-[#fdfcf8] object-contain p-2"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onChange={(event) => void choose(event)}
            hidden
            tabIndex={-1}
            aria-label="Logo"
          />
          <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
            {logo === null ? 'Upload a logo' : 'Change the logo'}
          </Button>
          {logo !== null && (
            <Button variant="quiet" busy={remove.busy} onClick={() => remove.run({})}>
              Remove the logo
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

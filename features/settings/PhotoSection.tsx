import { useRef, useState, type ChangeEvent } from 'react'
import { getUser, deletePhoto } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { Avatar } from '#/web/ui/Avatar.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { formatName } from '#/contract/format.ts'
import { PhotoDialog } from './PhotoDialog.tsx'
import { Section } from './Section.tsx'
import { biggestPhoto } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** The player's photo: choose, crop or remove it. */
export function PhotoSection({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = useAction(deletePhoto, { stale: [getUser] })

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    const why = file.size > biggestPhoto ? 'This picture is larger than 10 MB. Please choose a smaller one.' : null
    setProblem(why)
    if (why === null) setChosen({ file, url: URL.createObjectURL(file) })
  }

  function close() {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(null)
  }

  return (
    <Section title="Photo" lead="A face makes it easier to find each other at the courts.">
      <div className="flex flex-col gap-4">
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name={formatName(user)} photo={user.photo} size={96} />
          <div className="flex flex-wrap gap-3">
            {/* Naming JPEG makes an iPhone hand over its HEIC pictures as JPEG. */}
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              onChange={choose}
              hidden
              tabIndex={-1}
              aria-label="Picture"
            />
            <Button variant="secondary" onClick={() => input.current?.click()}>
              {user.photo === null ? 'Upload a photo' : 'Change photo'}
            </Button>
            {user.photo !== null && (
              <Button variant="quiet" busy={remove.busy} onClick={() => remove.run({})}>
                Remove photo
              </Button>
            )}
          </div>
        </div>
        <p className="text-sm text-ink-soft">
          JPEG, PNG or WebP, up to 10 MB. We remove what the camera stored in it, such as the location.
        </p>
      </div>
      {chosen && <PhotoDialog {...chosen} onClose={close} />}
    </Section>
  )
}

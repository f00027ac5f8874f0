import { useEffect, useId, useRef, useState } from 'react'
import { copyFrom } from '#/web/copy.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { useHydrated, useSite } from '#/web/served-page.ts'

/** Milliseconds for which the button says that the link was copied. */
const doneTextMs = 2000

type SharePartProps = {
  /** 'bracket' */
  what: string
  /** The path of its public page. */
  path: string
  /** 'Women's Singles 3.5 play-offs, South Bend' */
  title: string
  /** The addresses of its pictures; `story` is a tall one. */
  picture: string
  story?: string
  /** The name of the file with the picture, without its ending. */
  file: string
}

/** Shares a public page: its link, through the device's share menu if it has one, and as a picture. */
export default function SharePart({ what, path, title, picture, story, file }: SharePartProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [doneText, setDoneText] = useState<string | null>(null)
  useEffect(() => {
    if (doneText === null) return
    const timer = setTimeout(() => setDoneText(null), doneTextMs)
    return () => clearTimeout(timer)
  }, [doneText])
  const site = useSite()
  const url = site + path
  const canShare = useHydrated() && 'share' in navigator

  async function copy(): Promise<void> {
    if (await copyFrom(input.current)) setDoneText('Link copied')
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Closing the share menu is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  return (
    <section aria-labelledby={`${id}-share`}>
      <h2 id={`${id}-share`} className="lettering mb-4 text-2xl">
        Share
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">Anyone with the link can see this {what}, without signing in.</p>
          <TextField
            ref={input}
            id={id}
            label={`Link to the ${what}`}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="flex flex-wrap gap-3">
            {canShare && <Button onClick={() => void share()}>Share the link</Button>}
            <Button variant={canShare ? 'secondary' : 'primary'} onClick={() => void copy()}>
              {doneText ?? 'Copy the link'}
            </Button>
            <output className="sr-only">{doneText}</output>
          </div>
        </div>
        <figure className="flex flex-col gap-4">
          <img
            src={picture}
            alt={`Picture to share: ${title}`}
            width={1200}
            height={630}
            loading="lazy"
            className="h-auto w-full rounded-md border border-line"
          />
          <figcaption className="flex flex-wrap gap-3">
            <ButtonLink to={picture} variant="secondary" reloadDocument download={`${file}.png`}>
              Save the picture
            </ButtonLink>
            {story !== undefined && (
              <ButtonLink to={story} variant="quiet" reloadDocument download={`${file}-tall.png`}>
                Save a tall one
              </ButtonLink>
            )}
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

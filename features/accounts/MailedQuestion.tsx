import { useState, type ReactNode } from 'react'
import { paths } from '#/contract/paths.ts'
import { ApiError } from '#/web/call.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { Spinner } from '#/web/ui/Spinner.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceMessage } from './EntranceMessage.tsx'

type Answer = {
  label: string
  /** The heading after the reader has made this choice. */
  done: string
  /**
   * Sends the choice. Resolves to a sentence, or to null if a form in the question shows why it was not sent. Throws
   * ApiError.
   */
  send: () => Promise<string | null>
}

type MailedQuestionProps<T> = {
  read: { data: T | undefined; error: ApiError | null; refetch: () => unknown }
  loading: string
  heading: (data: T) => string
  children: (data: T) => ReactNode
  /** The heading once the question is closed. */
  over: string
  yes: Answer
  /** Omitted if there is nothing to decline. */
  no?: Answer
  /** A note below the buttons. */
  note: string
  /** Whether a form in the question could not be sent, which the document's title then shows. */
  failed?: boolean
}

/**
 * The screen behind a mailed link that asks yes or no. Opening it has no effect, because mail programs open links
 * automatically.
 */
export function MailedQuestion<T>(props: MailedQuestionProps<T>) {
  const { read, loading, heading, children, over, yes, no, note, failed = false } = props
  const [done, setDone] = useState<{ heading: string; text: string } | null>(null)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState<Answer | null>(null)
  const onward = <Onward />

  async function send(answer: Answer) {
    setBusy(answer)
    setRefused(null)
    try {
      const text = await answer.send()
      if (text !== null) setDone({ heading: answer.done, text })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(error)
      showToast({ tone: 'bad', text: error.message })
    } finally {
      setBusy(null)
    }
  }

  if (done !== null)
    return (
      <EntranceMessage court="summer-1" heading={done.heading} next={onward}>
        {done.text}
      </EntranceMessage>
    )
  if (read.data === undefined && read.error === null)
    return (
      <EntranceLayout court="summer-1">
        <PageTitle>{loading}</PageTitle>
        <h1 className="lettering text-4xl">{loading}</h1>
        <p className="mt-4">
          <Spinner label={loading} size={28} />
        </p>
      </EntranceLayout>
    )
  if (read.data === undefined)
    return (
      <EntranceMessage
        court="summer-1"
        heading={read.error?.status === 409 ? over : 'Something went wrong'}
        error
        next={
          read.error?.status === 409 ? (
            onward
          ) : (
            <Button size="lg" onClick={() => void read.refetch()}>
              Try again
            </Button>
          )
        }
      >
        {read.error?.message}
      </EntranceMessage>
    )
  return (
    <EntranceLayout court="summer-1">
      <PageTitle failed={refused !== null || failed}>{heading(read.data)}</PageTitle>
      <h1 className="lettering text-4xl wrap-anywhere">{heading(read.data)}</h1>
      <div className="mt-4 flex flex-col gap-4 wrap-anywhere">{children(read.data)}</div>
      <div className="mt-6 flex flex-col gap-3">
        {refused && (
          <Notice tone="error" announce={false}>
            {refused.message}
          </Notice>
        )}
        <Button size="lg" wide busy={busy === yes} onClick={() => void send(yes)}>
          {yes.label}
        </Button>
        {no && (
          <Button variant="quiet" wide busy={busy === no} onClick={() => void send(no)}>
            {no.label}
          </Button>
        )}
        <p className="text-sm text-ink-soft">{note}</p>
      </div>
    </EntranceLayout>
  )
}

function Onward() {
  const inside = session.get() !== null
  return (
    <ButtonLink to={inside ? paths.myLeague : paths.signIn} size="lg">
      {inside ? 'Go to my league' : 'Go to sign in'}
    </ButtonLink>
  )
}

import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceNews } from './EntranceNews.tsx'

type News = { heading: string; text: ReactNode; next: ReactNode }

type MailedLinkProps = {
  schema: z.ZodMiniType<{ token: string }>
  /** Before the press. */
  heading: string
  lead: string
  button: string
  /** Uses the link up; answers what to say in `done`. Throws ApiError. */
  onPress: (token: string) => Promise<string>
  done: Omit<News, 'text'> & { text: (answer: string) => ReactNode }
  /** Used or expired, or (`whole` false) cut short. */
  dead: (whole: boolean) => Omit<News, 'heading'>
}

/** Where a mailed link leads. Opening it does nothing yet: mail programs open links by themselves. */
export function MailedLink({ schema, heading, lead, button, onPress, done, dead }: MailedLinkProps) {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useForm({
    schema,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async () => setAnswer(await onPress(token)),
  })

  if (answer !== null)
    return (
      <EntranceNews court="fall" heading={done.heading} next={done.next}>
        {done.text(answer)}
      </EntranceNews>
    )

  if (token === '' || form.refusal?.code === 'link_dead') {
    const { text, next } = dead(token !== '')
    return (
      <EntranceNews court="fall" heading="This link no longer works" error next={next}>
        {token === '' && 'This link is incomplete. Open it from the email again. '}
        {text}
      </EntranceNews>
    )
  }

  return (
    <EntranceLayout court="fall">
      <title>{`${heading} · Deuce`}</title>
      <h1 className="lettering text-4xl">{heading}</h1>
      <p className="mt-2 text-ink-soft">{lead}</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        {form.refusal && <Notice tone="error">{form.refusal.message}</Notice>}
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            {button}
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}

import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getAudience } from '#/organizer/calls.gen.ts'
import { EMAILS_PER_DAY, messageLeague } from './contract.ts'

export type Audience = Reply<typeof getAudience>

/** The page's heading and intro, also shown while the league loads. */
export const messageScreen = {
  title: 'Write to a league',
  lead: `Every player gets the email once. ${EMAILS_PER_DAY} emails a day at most.`,
}

function leagueOf({ level_name, season_name, year, area }: Audience): string {
  return `${level_name}, ${season_name} ${year}, ${areaName(area)}`
}

type MessageFormProps = { email: string; audience: Audience; onSent: () => void }

/** Writes the email, then shows it as players will read it, and sends it. */
export function MessageForm({ email, audience, onSent }: MessageFormProps) {
  const [isPreviewed, setIsPreviewed] = useState(false)
  const send = useChange(messageLeague, [getAudience])
  const form = useForm({
    schema: messageLeague.body,
    keep: { ...useFormDraft(`message-${audience.league_id}`, ['id']), untilDeleted: true },
    initial: { id: email, subject: '', body: '' },
    // Submitting the form opens the preview, from which the email is sent.
    onSubmit: async () => setIsPreviewed(true),
  })
  const { recipients, league_id } = audience
  const players = recipients === 1 ? '1 player' : `${recipients} players`
  const post = async () => {
    const done = await send.mutateAsync({ params: { id: league_id }, body: form.values }).catch(() => null)
    if (!done) return
    form.forget()
    showToast({ tone: 'good', text: done.message })
    onSent()
  }
  if (isPreviewed)
    return (
      <Screen {...messageScreen} documentTitle="Preview the email" kicker={leagueOf(audience)}>
        <section aria-labelledby="preview" className="flex max-w-2xl flex-col gap-6">
          <h2 id="preview" className="lettering text-xl">
            As {players} will read it
          </h2>
          {send.error && (
            <Notice tone="error" announce={false}>
              {send.error.message}
            </Notice>
          )}
          <Email audience={audience} subject={form.values.subject} body={form.values.body} />
          <FormActions note={`Replies go to ${audience.support_email}.`}>
            <Button busy={send.isPending} onClick={() => void post()}>
              Send to {players}
            </Button>
            <Button variant="secondary" onClick={() => setIsPreviewed(false)}>
              Keep writing
            </Button>
          </FormActions>
        </section>
      </Screen>
    )
  return (
    <Screen {...messageScreen} failed={form.failed} kicker={leagueOf(audience)}>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-2xl flex-col gap-6">
        <FormErrors form={form} />
        <TextField {...form.field('subject')} label="Subject" autoComplete="off" maxLength={120} />
        <TextArea
          {...form.field('body')}
          label="Message"
          hint="Plain text. A blank line starts a new paragraph."
          rows={8}
        />
        <FormActions>
          <Button type="submit" reason={recipients === 0 ? 'Nobody is in this league yet.' : undefined}>
            Look at it
          </Button>
          <ButtonLink variant="secondary" to={paths.organizer.entries} onClick={form.forget}>
            Cancel
          </ButtonLink>
        </FormActions>
      </form>
    </Screen>
  )
}

function Email({ audience, subject, body }: { audience: Audience; subject: string; body: string }) {
  const { sender, area, level_name, season_name, year } = audience
  return (
    <Card>
      <p className="font-[680]">{subject}</p>
      <div className="mt-4 flex flex-col gap-3">
        <p>Hello …,</p>
        <p>
          {sender}, who runs the leagues in {areaName(area)}, wrote to everyone in {level_name}, {season_name} {year}:
        </p>
        {body
          .split(/\n+/)
          .filter((line) => line.trim() !== '')
          .map((line, index) => (
            <p key={index} className="break-words">
              {line}
            </p>
          ))}
      </div>
    </Card>
  )
}

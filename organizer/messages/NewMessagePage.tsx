import { useState } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import {
  listEntryChoices,
  listMessages,
  previewMessage,
  sendOrganizerMessage,
  testMessage,
} from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { useNavigate } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { formatPlayers } from './format.ts'
import { bodyOf, filterOf, useMessageForm, useSettled, type Choices } from './message-form.web.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { MessageTextFields } from './MessageTextFields.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import { countRecipients } from '#/organizer/calls.gen.ts'

const screen = {
  title: 'New message',
  kicker: <TextLink to={deskPaths.messages}>All messages</TextLink>,
  lead: 'Sent by email and shown in the app, in your name. Replies go to your own address.',
}

/** Writes a message to any group of players, and sends it. */
export default function NewMessagePage() {
  const read = useRead(listEntryChoices, {})
  if (read.data) return <NewMessage choices={read.data} />
  return (
    <Screen {...screen}>
      <Loaded of={read} loading="Loading the seasons" />
    </Screen>
  )
}

function NewMessage({ choices }: { choices: Choices }) {
  const navigate = useNavigate()
  const [plan, setPlan] = useState<Reply<typeof previewMessage> | null>(null)
  const preview = useAction(previewMessage)
  const test = useAction(testMessage)
  const form = useMessageForm(choices, async (body) => setPlan(await preview.submit({ body })))
  const send = useAction(sendOrganizerMessage, {
    stale: [listMessages],
    toast: () => `On its way to ${formatPlayers(plan?.recipients ?? 0)}.`,
    onDone: ({ id }) => {
      form.forget()
      void navigate(deskPaths.message(id))
    },
    onRefused: () => setPlan(null),
  })
  const filter = useSettled(filterOf(form.values))
  const counted = useRead(countRecipients, { body: { filter } }, { keepPrevious: true })
  const recipients = counted.data?.recipients
  return (
    <Screen {...screen} failed={form.failed}>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <form onSubmit={(event) => void form.submit(event)} noValidate className="flex min-w-0 flex-col gap-6">
          <FormErrors form={form} />
          <RecipientFields form={form} choices={choices} counted={counted.data} error={counted.error?.message} />
          <MessageTextFields form={form} />
          <FormActions note="You see the number again before anything is sent.">
            <Button
              type="submit"
              busy={form.busy}
              reason={recipients === 0 ? 'Nobody can get this email. Please choose other players.' : undefined}
            >
              {recipients === undefined ? 'Send' : `Send to ${formatPlayers(recipients)}`}
            </Button>
            <Button variant="secondary" busy={test.busy} onClick={() => test.run({ body: bodyOf(form.values) })}>
              Send a test to me
            </Button>
            <ButtonLink variant="quiet" to={deskPaths.messages} onClick={form.forget}>
              Discard
            </ButtonLink>
          </FormActions>
        </form>
        <MessagePreview values={form.values} />
      </div>
      <ConfirmDialog
        open={plan !== null}
        onClose={() => setPlan(null)}
        title={`Send to ${formatPlayers(plan?.recipients ?? 0)}?`}
        description={plan && describePlan(plan)}
        confirm="Send it now"
        busy={send.busy}
        reason={plan?.recipients === 0 ? 'Nobody can get this email.' : undefined}
        onConfirm={() => plan && send.run({ body: { digest: plan.digest } })}
      />
    </Screen>
  )
}

function describePlan({ sample, left_out_count, sent_before }: Reply<typeof previewMessage>): string {
  return [
    sample && `“${sample.subject}”.`,
    left_out_count > 0 && `${formatPlayers(left_out_count)} cannot get it.`,
    sent_before !== null && 'You have already sent this text to this group.',
    'It cannot be called back.',
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

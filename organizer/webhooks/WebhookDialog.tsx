import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createWebhook, listWebhooks } from '#/organizer/calls.gen.ts'
import { changeWebhook, webhookEvents, type Webhook } from './contract.ts'
import { eventWords } from './format.web.ts'

const stale = [listWebhooks]
const options = webhookEvents.map((value) => ({ value, label: `${eventWords[value]} (${value})` }))

type WebhookDialogProps = {
  /** Null for a new one. */
  webhook: Webhook | null
  onSecret?: (secret: string) => void
  onClose: () => void
}

/** Creates a webhook, or changes one. */
export function WebhookDialog({ webhook, onSecret, onClose }: WebhookDialogProps) {
  const create = useAction(createWebhook, {
    stale,
    onDone: ({ secret }) => {
      onClose()
      onSecret?.(secret)
    },
  })
  const change = useAction(changeWebhook, { stale, onDone: onClose })
  const form = useForm({
    schema: changeWebhook.body,
    keep: useFormDraft(`webhook-${webhook?.id ?? 'new'}`),
    initial: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? [],
      listens: webhook ? webhook.paused_at === null : true,
    },
    toBody: ({ listens, ...values }) => ({ ...values, paused: !listens }),
    onSubmit: ({ paused, ...body }) =>
      webhook ? change.submit({ params: { id: webhook.id }, body: { ...body, paused } }) : create.submit({ body }),
  })
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'Add a webhook'}
      description="We post each event to this address as JSON, signed according to the Standard Webhooks specification (standardwebhooks.com)."
      size="lg"
      confirm={webhook ? 'Save the webhook' : 'Add the webhook'}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('url')}
        label="Address"
        type="url"
        hint="Like https://club.example/hooks/league."
        autoComplete="off"
        maxLength={500}
      />
      <CheckboxGroup {...form.choices('events')} label="Events" options={options} />
      {webhook && <Checkbox {...form.checkbox('listens')} label="Active. Events during a pause are not sent later." />}
    </FormDialog>
  )
}

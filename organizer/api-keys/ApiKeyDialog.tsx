import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { keyScopes, type KeyScope } from '#/contract/key-scopes.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { useAction } from '#/web/action.ts'
import { dayField } from '#/web/day-field.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listApiKeys } from '#/organizer/calls.gen.ts'
import { createApiKey } from './contract.ts'

const scopeWords: Record<KeyScope, string> = {
  'read:public': 'Read what everybody can read (read:public)',
  'read:desk': 'Read what the desk shows you, with players’ emails and payments (read:desk)',
  'write:results': 'Enter, correct, settle and void results (write:results)',
}
const options = keyScopes.map((value) => ({ value, label: scopeWords[value] }))

/** Creates an API key. */
export function ApiKeyDialog({ onKey, onClose }: { onKey: (key: string) => void; onClose: () => void }) {
  const create = useAction(createApiKey, {
    stale: [listApiKeys],
    onDone: ({ key }) => {
      onClose()
      onKey(key)
    },
  })
  const form = useForm({
    schema: createApiKey.body,
    keep: useFormDraft('api-key-new'),
    initial: { name: '', scopes: [] as KeyScope[], expires_on: '' },
    toBody: ({ expires_on, ...values }) => ({ ...values, expires_on: expires_on === '' ? null : wireDay(expires_on) }),
    onSubmit: (body) => create.submit({ body }),
  })
  return (
    <FormDialog
      title="Make an API key"
      description="A program that has the key can do this in your name, in your areas. It stops working when you no longer run leagues."
      size="lg"
      confirm="Make the key"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" hint="Like “Club web site”." autoComplete="off" maxLength={60} />
      <CheckboxGroup {...form.choices('scopes')} label="Permissions" options={options} />
      <DateField {...dayField(form, 'expires_on')} label="Last day" optional />
    </FormDialog>
  )
}

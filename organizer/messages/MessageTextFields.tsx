import { useState } from 'react'
import { deleteMessageTemplate, listMessageTemplates } from '#/organizer/calls.gen.ts'
import { messageFields, messageFieldNames, type MessageField } from '#/rules/message-text.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Menu } from '#/web/ui/Menu.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { saveMessageTemplate } from './contract.ts'
import type { MessageForm } from './message-form.web.ts'

/** The template, subject and text of a message. */
export function MessageTextFields({ form }: { form: MessageForm }) {
  const { data } = useRead(listMessageTemplates, {})
  const templates = data?.templates ?? []
  const [asked, setAsked] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const remove = useAction(deleteMessageTemplate, {
    stale: [listMessageTemplates],
    onDone: () => form.set('template', ''),
  })
  const { subject, body, template } = form.values
  const chosen = templates.find(({ name }) => name === template)
  const isOwnText = body.trim() !== '' && !templates.some((each) => each.body === body && each.subject === subject)

  function use(name: string) {
    const found = templates.find((each) => each.name === name)
    form.set('template', name)
    setAsked(null)
    if (!found) return
    form.set('subject', found.subject)
    form.set('body', found.body)
    const { who, players } = form.values
    const [group] = Object.keys(found.filter ?? {}) as MessageForm['values']['who']
    if (group !== undefined && who.length === 0 && players === '') form.set('who', [group])
  }

  /** Puts a field where the cursor is in the text. */
  function insert(field: MessageField) {
    const area = document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(form.field('body').id)}`)
    const [from, to] = [area?.selectionStart ?? body.length, area?.selectionEnd ?? body.length]
    form.set('body', `${body.slice(0, from)}{${field}}${body.slice(to)}`)
    area?.focus()
  }

  return (
    <section aria-labelledby="text" className="flex flex-col gap-5">
      <h2 id="text" className="lettering text-xl">
        Text
      </h2>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Template"
          name="template"
          optional
          placeholder="No template"
          className="min-w-0 grow"
          value={template}
          options={templates.map(({ name }) => ({ value: name, label: name }))}
          onChange={({ currentTarget: { value } }) => (isOwnText && value !== '' ? setAsked(value) : use(value))}
        />
        {chosen && chosen.id !== null && (
          <Button
            variant="quiet"
            busy={remove.busy}
            onClick={() => chosen.id !== null && remove.run({ params: { id: chosen.id } })}
          >
            Delete this template
          </Button>
        )}
      </div>
      <TextField {...form.field('subject')} label="Subject" autoComplete="off" maxLength={120} dir="auto" />
      <div className="relative">
        <TextArea
          {...form.field('body')}
          label="Message"
          hint="Plain text. A field in braces, such as {first_name}, is filled in for each player."
          rows={10}
          maxLength={5000}
          dir="auto"
        />
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Menu
            label="Insert a field"
            items={messageFieldNames.map((field) => ({
              id: field,
              label: `${messageFields[field].title} {${field}}`,
              onSelect: () => insert(field),
            }))}
          />
          <span className="text-sm text-ink-soft">Insert a field</span>
          <Button variant="quiet" onClick={() => setIsSaving(true)}>
            Save as a template
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Replace your text?"
        description={`The subject and the text of the template “${asked}” replace what you have written.`}
        confirm="Replace it"
        cancel="Keep mine"
        onConfirm={() => asked !== null && use(asked)}
      />
      {isSaving && (
        <SaveTemplateDialog
          text={{ subject, body }}
          name={chosen?.id === null ? '' : template}
          onClose={() => setIsSaving(false)}
        />
      )}
    </section>
  )
}

type SaveTemplateDialogProps = { text: { subject: string; body: string }; name: string; onClose: () => void }

function SaveTemplateDialog({ text, name, onClose }: SaveTemplateDialogProps) {
  const save = useAction(saveMessageTemplate, { stale: [listMessageTemplates], onDone: onClose })
  const form = useForm({
    schema: saveMessageTemplate.body,
    initial: { name, ...text },
    onSubmit: (body) => save.submit({ body }),
  })
  return (
    <FormDialog
      title="Save as a template"
      description="All organizers can use it. A template with the same name is replaced."
      confirm="Save the template"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={60} />
    </FormDialog>
  )
}

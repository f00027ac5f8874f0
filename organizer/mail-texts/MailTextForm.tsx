import { useRef, useState } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listMailTexts, previewMailText, resetMailText } from '#/organizer/calls.gen.ts'
import { saveMailText, type MailTextOfKind } from './contract.ts'
import type { MailField } from '#/rules/mail-text.ts'

const meanings: Record<MailField, string> = {
  first_name: 'The first name of the reader',
  organization: 'Your name',
  area: 'The area in which the reader lives',
  subject: 'The default subject',
}

type Preview = Reply<typeof previewMailText>

/** Changes the subject and the opening of a kind of email. */
export function MailTextForm({ of: { kind, subject, opening } }: { of: MailTextOfKind }) {
  const save = useAction(saveMailText, { stale: [listMailTexts] })
  const reset = useAction(resetMailText, { stale: [listMailTexts] })
  const preview = useAction(previewMailText)
  const [shown, setShown] = useState<Preview | null>(null)
  // Both buttons submit the form, so that its fields are checked and a refusal is shown at them.
  const wanted = useRef<'save' | 'preview'>('save')
  const form = useForm({
    schema: saveMailText.body,
    initial: { subject: subject ?? '', opening: opening ?? '' },
    onSubmit: async (body) => {
      if (wanted.current === 'preview') setShown(await preview.submit({ params: { kind }, body }))
      else await save.submit({ params: { kind }, body })
    },
  })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        <FormErrors form={form} />
        <TextField
          {...form.field('subject')}
          label="Subject"
          hint="Leave empty for the default."
          optional
          autoComplete="off"
          maxLength={120}
          dir="auto"
        />
        <TextArea {...form.field('opening')} label="Opening" optional rows={5} dir="auto" />
        <FormActions>
          <Button type="submit" busy={save.busy} onClick={() => (wanted.current = 'save')}>
            Save
          </Button>
          <Button type="submit" variant="secondary" busy={preview.busy} onClick={() => (wanted.current = 'preview')}>
            Preview
          </Button>
          {(subject !== null || opening !== null) && (
            <Button variant="quiet" busy={reset.busy} onClick={() => reset.run({ params: { kind } })}>
              Reset
            </Button>
          )}
        </FormActions>
        <output>
          {shown && (
            <Card as="section" aria-label="Preview" className="wrap-anywhere">
              <p className="font-[680]" dir="auto">
                {shown.subject}
              </p>
              <p className="mt-3 whitespace-pre-wrap" dir="auto">
                {shown.text}
              </p>
              <p className="mt-3 text-sm text-ink-soft">
                {shown.is_real
                  ? 'Made from the newest email of this kind, as if it were sent to you.'
                  : 'No email of this kind has been sent yet, so this is a sample.'}
              </p>
            </Card>
          )}
        </output>
      </form>
      <section aria-labelledby="fields">
        <h2 id="fields" className="lettering pb-2 text-xl">
          Fields
        </h2>
        <DataList
          items={Object.entries(meanings).map(([field, meaning]) => ({ term: `{${field}}`, value: meaning }))}
        />
      </section>
    </div>
  )
}

import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Prose } from '#/web/ui/Prose.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { useState } from 'react'
import { getOrganizerText, listOrganizerTexts, previewText } from '#/organizer/calls.gen.ts'
import { saveText, type OrganizerText } from './contract.ts'

/** Writes a new version of a text, with a preview of the page. */
export function TextEditor({ text: { key, version, title, text } }: { text: OrganizerText }) {
  const reason = useOwnersOnly()
  const save = useAction(saveText, {
    stale: [getOrganizerText, listOrganizerTexts],
    toast: (saved) => (saved.text === '' ? 'The page is taken away.' : `Version ${saved.version} is published.`),
  })
  const preview = useAction(previewText)
  const [shown, setShown] = useState<string | null>(null)
  const form = useForm({
    schema: saveText.body,
    initial: { title, text, asks_again: false, version },
    keep: { name: `text-${key}-${version}` },
    onSubmit: (body) => save.submit({ params: { key }, body }),
  })
  const show = async () => {
    const { html } = await preview.submit({ body: { text: form.values.text } })
    setShown(html)
  }
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <FormErrors form={form} />
      <TextField {...form.field('title')} label="Title" autoComplete="off" maxLength={80} dir="auto" />
      <TextArea
        {...form.field('text')}
        label="Text"
        hint="Markdown: # for a heading, - for a list, **bold**, [words](https://address). Without text the page is taken away."
        optional
        rows={18}
        dir="auto"
      />
      {key !== 'rules' && version > 0 && (
        <Checkbox
          {...form.checkbox('asks_again')}
          label="Ask players to accept it again"
          hint="For changes that matter to them. Otherwise players who have accepted an earlier version are not asked."
        />
      )}
      <FormActions>
        <Button type="submit" busy={form.busy} reason={reason}>
          Publish
        </Button>
        <Button variant="secondary" busy={preview.busy} onClick={() => void show().catch(() => undefined)}>
          Preview
        </Button>
      </FormActions>
      <output>
        {shown !== null && (
          <Card as="section" aria-label="Preview">
            {shown === '' ? <p>Nothing to show.</p> : <Prose html={shown} />}
          </Card>
        )}
      </output>
    </form>
  )
}

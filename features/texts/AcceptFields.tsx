import { paths } from '#/contract/paths.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { isAccepted, type Requirements } from './asked.web.ts'
import type { AcceptingForm } from './accepting.web.ts'

/** The texts to accept, with links that keep the form open, and the age to confirm. */
export function AcceptFields({ form, asked }: { form: AcceptingForm; asked: Requirements }) {
  const { texts, minimum_age } = asked
  const id = 'field-accepted'
  return (
    <div className="flex flex-col gap-1">
      {minimum_age !== null && <Checkbox {...form.checkbox('confirms_age')} label={`I am ${minimum_age} or older.`} />}
      {texts.length > 0 && (
        <Checkbox
          id={id}
          name="accepted"
          checked={isAccepted(asked, form.values.accepted)}
          error={form.errors.find(({ field }) => field === id)?.message}
          onChange={({ currentTarget: { checked } }) =>
            form.set('accepted', checked ? texts.map(({ key, version }) => ({ key, version })) : [])
          }
          label={
            <>
              I have read and accept:{' '}
              {texts.map(({ key, title }, index) => (
                <span key={key}>
                  {index > 0 && ', '}
                  <TextLink to={paths.text(key)} target="_blank" className="wrap-anywhere">
                    {title}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </TextLink>
                </span>
              ))}
              .
            </>
          }
        />
      )}
    </div>
  )
}

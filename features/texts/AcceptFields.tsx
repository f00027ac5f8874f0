import { paths } from '#/contract/paths.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { AcceptingForm } from './Acceptance.tsx'
import type { Asked } from './asked.web.ts'

type AcceptFieldsProps = { form: Pick<AcceptingForm, 'checkbox'>; asked: Asked }

/** The texts to accept, each a link that leaves the form where it is, and the age to confirm. */
export function AcceptFields({ form, asked: { texts, minimum_age } }: AcceptFieldsProps) {
  return (
    <div className="flex flex-col gap-1">
      {minimum_age !== null && <Checkbox {...form.checkbox('confirms_age')} label={`I am ${minimum_age} or older.`} />}
      {texts.length > 0 && (
        <Checkbox
          {...form.checkbox('accepted')}
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

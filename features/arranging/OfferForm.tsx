import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { formatDay } from '#/contract/format.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { MOST_TIMES } from '#/rules/arranging.ts'
import type { FormDraft } from '#/web/form-draft.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { offerTimes } from './contract.ts'
import { emptyTime, toOffer, type TimeDraft } from './offer-draft.web.ts'
import { TimeFields } from './TimeFields.tsx'

const { times, note } = offerTimes.body.shape
const schema = z.object({ times, note })

type OfferFormProps = {
  /** The last day of the match's window, in the calls' format. */
  lastDay: string
  /** The area whose courts are suggested. '' without a session, which the list of courts requires. */
  area: AreaSlug
  keep: FormDraft | undefined
  submit: string
  /** Throws ApiError, which the form shows. */
  onSend: (offer: Pick<CallInput<typeof offerTimes>['body'], 'times' | 'note'>) => Promise<unknown>
  onCancel?: (() => void) | undefined
  /** Renders suggested times, which fill in the form. */
  suggest?: (fill: (times: TimeDraft[]) => void) => ReactNode
}

/** Offers one to five times. */
export function OfferForm({ lastDay, area, keep, submit, onSend, onCancel, suggest }: OfferFormProps) {
  const form = useForm({
    schema,
    initial: { times: [emptyTime()], note: '' },
    keep,
    toBody: toOffer,
    onSubmit: (body) => onSend(body),
  })
  const rows = form.values.times
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
      <FormErrors form={form} />
      {suggest?.((filled) => form.set('times', filled))}
      {rows.map((_, place) => (
        <TimeFields
          key={place}
          form={form}
          place={place}
          lastDay={lastDay}
          area={area}
          onRemove={
            rows.length > 1
              ? () =>
                  form.set(
                    'times',
                    rows.filter((_row, other) => other !== place),
                  )
              : null
          }
        />
      ))}
      {rows.length < MOST_TIMES && (
        <Button
          variant="secondary"
          icon={<Icon name="add" />}
          onClick={() => form.set('times', [...rows, emptyTime(rows.at(-1)?.match_location)])}
        >
          Add another time
        </Button>
      )}
      <TextField {...form.field('note')} label="Note" optional placeholder="I can bring balls." maxLength={300} />
      <FormActions
        note={`Up to ${MOST_TIMES} times, until ${formatDay(lastDay)}. The more you offer, the sooner you play.`}
      >
        <Button type="submit" size="lg" busy={form.busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            onClick={() => {
              form.forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </FormActions>
    </form>
  )
}

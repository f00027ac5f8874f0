import { formatMoment } from '#/contract/format.ts'
import { previewMessage } from '#/organizer/calls.gen.ts'
import { messageFields } from '#/rules/message-text.ts'
import { useRead } from '#/web/api.ts'
import { Card } from '#/web/ui/Card.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { formatPlayers } from './format.ts'
import { bodyOf, useSettled, type MessageFields } from './message-form.web.ts'

/** The email as its first recipient reads it, which follows the text. */
export function MessagePreview({ values }: { values: MessageFields }) {
  const body = useSettled(bodyOf(values))
  const isWritten = body.subject.trim() !== '' && body.body.trim() !== ''
  const { data, error } = useRead(previewMessage, { body }, { enabled: isWritten, keepPrevious: true })
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-4">
      <h2 id="preview" className="lettering text-xl">
        Preview
      </h2>
      {!isWritten && <p className="text-ink-soft">Write a subject and a text to see how the email reads.</p>}
      {isWritten && error && (
        <Notice tone="error" announce={false}>
          {error.fields?.['subject'] ?? error.fields?.['body'] ?? error.fields?.['filter'] ?? error.message}
        </Notice>
      )}
      {isWritten && data && (
        <>
          {data.missing.map(({ field, players, instead }) => (
            <Notice key={field} tone="warn" announce={false}>
              {formatPlayers(players)} have no value for “{messageFields[field].title}”: the email says “{instead}”.
            </Notice>
          ))}
          {data.sent_before && (
            <Notice tone="warn" announce={false}>
              You sent this text to this group before: {formatMoment(data.sent_before)}.
            </Notice>
          )}
          {data.sample ? (
            <Card as="div" className="wrap-anywhere">
              <p className="text-sm text-ink-soft">To {data.sample.to}</p>
              <p className="mt-1 font-[680]" dir="auto">
                {data.sample.subject}
              </p>
              <p className="mt-3 whitespace-pre-wrap" dir="auto">
                {data.sample.text}
              </p>
            </Card>
          ) : (
            <p className="text-ink-soft">Nobody can get this email, so there is nothing to show.</p>
          )}
        </>
      )}
    </section>
  )
}

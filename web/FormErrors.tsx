import { useEffect, useRef } from 'react'
import type { FormState } from './form.ts'
import { ErrorSummary } from './ui/ErrorSummary.tsx'
import { Notice } from './ui/Notice.tsx'

type FormErrorsProps = {
  form: Pick<FormState, 'errors' | 'attempt' | 'refusal'>
  /** The next step after this refusal, as a ButtonLink. */
  action?: React.ReactNode
}

/**
 * Why a form could not be sent, above its fields: the fields' problems or the server's refusal. It takes the focus
 * after each failed submit, which also scrolls it into view.
 */
export function FormErrors({ form: { errors, attempt, refusal }, action }: FormErrorsProps) {
  if (errors.length > 0) return <ErrorSummary errors={errors} attempt={attempt} />
  return refusal === null ? null : <Refusal key={attempt} message={refusal.message} action={action} />
}

/** Not an alert, because the toast already reads out the same sentence. */
function Refusal({ message, action }: { message: string; action: React.ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-label="There is a problem">
      <Notice tone="error" announce={false} actions={action}>
        {message}
      </Notice>
    </section>
  )
}

import { useEffect, useRef } from 'react'

type ErrorSummaryProps = {
  /** In the form's order; `field` is the id (or name) of the control. */
  errors: readonly { field: string; message: string }[]
  title?: string
  /** Changes with every failed submit, so that the summary takes the focus again. */
  attempt?: number
}

/** The errors of a form, above it. It takes the focus and links to each field. */
export function ErrorSummary({ errors, title = 'Please check the form', attempt = 0 }: ErrorSummaryProps) {
  return errors.length > 0 ? <Summary key={attempt} errors={errors} title={title} /> : null
}

function Summary({ errors, title }: { errors: ErrorSummaryProps['errors']; title: string }) {
  const box = useRef<HTMLElement>(null)

  useEffect(() => box.current?.focus(), [])

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="error-summary"
      className="rounded-sm border-2 border-bad bg-bad-soft p-4"
    >
      <h2 id="error-summary" className="lettering text-lg">
        {title}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
              className="inline-block py-0.5 font-[620] text-bad underline decoration-2 underline-offset-4 hover:no-underline"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In a group (radios, a date, a picker) it focuses the first control. */
function focusField(field: string): void {
  const found = document.getElementById(field)
  const usable = 'input:not([type=hidden]), select, textarea, button, [tabindex="0"]'
  const control = found?.matches(usable) ? found : found?.querySelector<HTMLElement>(usable)
  found?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

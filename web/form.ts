import { useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './call.ts'

type Values = Record<string, string>

/**
 * A form over an endpoint's own schema. Fields are flat and named by their dotted path in the body
 * (`doubles_partner.email`); a field's error shows when it is left, all of them on submit; the server's
 * refusals look the same as local ones. `errors` keeps the order of `initial`, for the error summary.
 */
export function useForm<S extends z.ZodMiniType, V extends Values>(form: {
  schema: S
  initial: V
  /** The body to check and send. */
  toBody: (values: V) => unknown
  onSubmit: (body: z.input<S>, values: V) => Promise<unknown>
}) {
  const [values, setValues] = useState(form.initial)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  /** Grows with each failed submit: the summary takes the focus anew. */
  const [attempt, setAttempt] = useState(0)
  const sending = useRef(false)

  function problems(of: V): Record<string, string> {
    const read = form.schema.safeParse(form.toBody(of))
    const found: Record<string, string> = {}
    if (!read.success) for (const issue of read.error.issues) found[issue.path.join('.')] ??= issue.message
    return found
  }

  function set(name: keyof V & string, value: string): void {
    setValues((current) => ({ ...current, [name]: value }))
    // Mending a field takes its complaint away at once; a new one waits until the field is left.
    if (errors[name] !== undefined) setErrors((current) => ({ ...current, [name]: undefined }))
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (sending.current) return
    const found = problems(values)
    setErrors(found)
    setRefusal(null)
    if (Object.keys(found).length > 0) return setAttempt((n) => n + 1)
    sending.current = true
    setBusy(true)
    try {
      await form.onSubmit(form.toBody(values) as z.input<S>, values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.fields)
      setRefusal(error)
      setAttempt((n) => n + 1)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const named = [...Object.keys(form.initial), ...Object.keys(errors).filter((name) => !(name in form.initial))]
  return {
    values,
    set,
    submit,
    busy,
    attempt,
    /** The server's sentence when it said no to the whole. */
    refusal,
    /** For the error summary: the id of each field's control, and why. */
    errors: named.flatMap((name) => (errors[name] === undefined ? [] : [{ field: idOf(name), message: errors[name] }])),
    /** Props of the native control of a field. */
    field: (name: keyof V & string) => ({
      name,
      id: idOf(name),
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
      onBlur: () => setErrors((current) => ({ ...current, [name]: problems(values)[name] })),
    }),
    /** Props of a group of choices. */
    radio: (name: keyof V & string) => ({
      name: idOf(name),
      value: values[name] ?? '',
      error: errors[name],
      onChange: (value: string) => set(name, value),
    }),
  }
}

function idOf(name: string): string {
  return `field-${name.replaceAll('.', '-')}`
}

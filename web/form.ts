import { useEffect, useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { PostedForm } from '#/contract/posted-form.ts'
import { ApiError } from './call.ts'
import { forgetKept, keepValues, readKept, type KeptForm } from './kept-form.ts'
import { readAt, writeAt, pathsIn, type PathTo, type ValueAt } from './form-paths.ts'
import { afterClick } from './hands.ts'
import { showToast } from './ui/toasts.ts'
import { useWasServed } from './served-page.ts'

/** A body as far as it is filled in: a choice that is not made yet is '', a number that is not typed yet null. */
export type Draft<T> = unknown extends T
  ? unknown
  : T extends string
    ? T | ''
    : T extends number
      ? T | null
      : T extends readonly (infer Item)[]
        ? Draft<Item>[]
        : T extends object
          ? { [K in keyof T]: Draft<T[K]> }
          : T

/** The values of a form that are the body themselves. */
type BodyDraft<S extends z.ZodMiniType> = Draft<z.input<S>> & object

/** Props of the native control of a text, a choice or a number. */
export type FieldProps = {
  name: string
  id: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

/** Props of a RadioGroup, or of a CheckboxGroup where the value is a list. */
export type ChoiceProps<T> = {
  name: string
  value: T
  error: string | undefined
  onChange: (value: T) => void
}

/** Props of a Checkbox. */
export type CheckboxProps = {
  name: string
  id: string
  checked: boolean
  error: string | undefined
  onChange: (event: { currentTarget: { checked: boolean } }) => void
}

/** The state of a form that its frame, its summary and its button show. */
export type FormState = {
  submit: (event?: FormEvent) => Promise<void>
  /** Forgets what was kept of the form: it was given up, or sent. */
  forget: () => void
  busy: boolean
  /** For the error summary: the id of each field's control, and why, as the last submit found it and it still holds. */
  errors: { field: string; message: string }[]
  /** Whether the last submit failed and that has not been put right. The document's title says so. */
  failed: boolean
  /** Grows with each failed submit, so that the summary takes the focus again. */
  attempt: number
  /** The server's refusal of the last submit. */
  refusal: ApiError | null
}

export type Form<V> = FormState & {
  values: V
  set: <P extends PathTo<V, unknown>>(path: P, value: ValueAt<V, P>) => void
  /** A text, or one of a list. */
  field: (path: PathTo<V, string>) => FieldProps
  /** A number that is typed. What is not a number is NaN, which no schema accepts. */
  number: (path: PathTo<V, number>) => FieldProps & { inputMode: 'numeric'; autoComplete: 'off' }
  checkbox: (path: PathTo<V, boolean>) => CheckboxProps
  /** One of a few. */
  radio: <P extends PathTo<V, string>>(path: P) => ChoiceProps<ValueAt<V, P>>
  /** Some of a few. */
  choices: <P extends PathTo<V, readonly string[]>>(path: P) => ChoiceProps<ValueAt<V, P>>
}

type FormOptions<S extends z.ZodMiniType, V> = {
  /** A function loads it at the first letter: for a screen that does not wait for it. */
  schema: S | (() => Promise<S>)
  initial: V
  /** Keeps what is typed over a reload and going back. */
  keep?: KeptForm
  /** It was sent without JavaScript, and this is the page that answers. */
  posted?: PostedForm | null
  onSubmit: (body: z.input<S>, values: V) => Promise<unknown>
}

/**
 * A form over an endpoint's own schema. A field is named by its path in the body (`doubles_partner.email`). What was
 * typed is checked at the field when it is left, without moving the focus; a submit shows all problems above the form.
 * The server's refusals look the same as local ones, and are a toast too. `errors` has the order of the values. The values are the body, or `toBody` makes the body of them.
 */
export function useForm<S extends z.ZodMiniType, V extends object>(
  form: FormOptions<S, V> & { toBody: (values: V) => unknown },
): Form<V>
export function useForm<S extends z.ZodMiniType>(form: FormOptions<S, BodyDraft<S>>): Form<BodyDraft<S>>
export function useForm(form: FormOptions<z.ZodMiniType, object> & { toBody?: (values: object) => unknown }): unknown {
  return useValues(form)
}

function useValues<S extends z.ZodMiniType, V extends object>(
  form: FormOptions<S, V> & { toBody?: (values: V) => unknown },
): Form<V> {
  const { schema, initial: blank, keep, posted, onSubmit, toBody = (values: V) => values } = form
  const wasServed = useWasServed()
  const initial = posted ? { ...blank, ...posted.values } : blank
  const refused = posted && 'refusal' in posted ? posted : null
  const [values, setValues] = useState(() => (keep && !wasServed ? readKept(keep, initial) : initial))
  /** What was typed into the number fields, which may not be a number. */
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<string, string>>>(refused?.refusal.fields ?? {})
  /** The paths in the summary: of the last submit, without those that have been changed since. */
  const [summarized, setSummarized] = useState<readonly string[]>(() => Object.keys(errors))
  const [refusal, setRefusal] = useState(() => refused && new ApiError(refused.status, refused.refusal))
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const sending = useRef(false)
  const submits = useRef(0)
  const changed = useRef(false)
  const showProblem = useRef(showProblemNow)

  useEffect(() => {
    showProblem.current = showProblemNow
  })
  useEffect(() => {
    if (keep && wasServed) setValues(readKept(keep, initial))
    // Once, when the form has been hydrated.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wasServed])
  useEffect(() => {
    if (keep && changed.current) keepValues(keep, values)
  }, [keep, values])

  function problemsOf(of: V, by: S): Partial<Record<string, string>> {
    const read = by.safeParse(toBody(of))
    const found: Partial<Record<string, string>> = {}
    if (!read.success) for (const issue of read.error.issues) found[issue.path.join('.')] ??= issue.message
    return found
  }

  function set(path: string, value: unknown): void {
    changed.current = true
    // On its way while the first letters are typed.
    if (typeof schema === 'function') schema().catch(() => undefined)
    setValues((current) => writeAt(current, path, value))
    setTyped((current) => ({ ...current, [path]: undefined }))
    // A changed field loses its error at once; a new one shows when the field is left.
    if (errors[path] !== undefined) setErrors((current) => ({ ...current, [path]: undefined }))
    if (summarized.includes(path)) setSummarized((current) => current.filter((other) => other !== path))
  }

  function forget(): void {
    changed.current = false
    if (keep) forgetKept(keep)
  }

  function showFailure(found: Partial<Record<string, string>>): void {
    setErrors(found)
    setSummarized(Object.keys(found))
    setAttempt((n) => n + 1)
  }

  /** An empty field is no mistake before the form is sent: somebody may only be passing by. */
  function isEmpty(path: string): boolean {
    return (typed[path] ?? textOf(readAt(values, path))).trim() === ''
  }

  function showProblemNow(path: string, by: S): void {
    const problem = isEmpty(path) ? undefined : problemsOf(values, by)[path]
    setErrors((current) => ({ ...current, [path]: problem }))
  }

  /**
   * An error moves what is below it, and the field may have been left for a button there: it comes after that click, for
   * what the click has made of the form. What was sent meanwhile has its own answer.
   */
  function check(path: string): void {
    if (isEmpty(path)) return
    const before = submits.current
    const show = (by: S) =>
      afterClick(() => {
        if (submits.current === before) showProblem.current(path, by)
      })
    // If it cannot be loaded, the submit says so.
    if (typeof schema === 'function') schema().then(show, () => undefined)
    else show(schema)
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (sending.current) return
    sending.current = true
    submits.current += 1
    try {
      const found = problemsOf(values, typeof schema === 'function' ? await loaded(schema) : schema)
      setRefusal(null)
      if (Object.keys(found).length > 0) return showFailure(found)
      setErrors({})
      setSummarized([])
      setBusy(true)
      await onSubmit(toBody(values) as z.input<S>, values)
      if (!keep?.untilForgotten) forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.fields)
      setRefusal(error)
      showToast({ tone: 'bad', text: error.message })
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const control = (path: string) => ({
    name: path,
    id: idOf(path),
    error: errors[path],
    onBlur: () => check(path),
  })
  const choice = <P extends string>(path: P) => ({
    name: idOf(path),
    value: readAt(values, path) as ValueAt<V, P>,
    error: errors[path],
    onChange: (value: ValueAt<V, P>) => set(path, value),
  })
  const order = pathsIn(values)
  const failing = [...order, ...summarized.filter((path) => !order.includes(path))]
  const summary = failing.flatMap((path) => {
    const message = errors[path]
    return message === undefined || !summarized.includes(path) ? [] : [{ field: idOf(path), message }]
  })
  return {
    values,
    set,
    forget,
    submit,
    busy,
    attempt,
    refusal,
    errors: summary,
    failed: summary.length > 0 || refusal !== null,
    field: (path) => ({
      ...control(path),
      value: textOf(readAt(values, path)),
      onChange: (event) => set(path, event.currentTarget.value),
    }),
    number: (path) => ({
      ...control(path),
      inputMode: 'numeric',
      autoComplete: 'off',
      value: typed[path] ?? textOf(readAt(values, path)),
      onChange: ({ currentTarget: { value } }) => {
        set(path, numberOf(value))
        setTyped((current) => ({ ...current, [path]: value }))
      },
    }),
    checkbox: (path) => ({
      name: path,
      id: idOf(path),
      checked: readAt(values, path) === true,
      error: errors[path],
      onChange: (event) => set(path, event.currentTarget.checked),
    }),
    radio: choice,
    choices: choice,
  }
}

/** What was not loaded could not be reached either. */
async function loaded<S>(load: () => Promise<S>): Promise<S> {
  try {
    return await load()
  } catch {
    throw new ApiError(0, {})
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Null when nothing is typed, NaN when it is not a whole number in digits. */
function numberOf(text: string): number | null {
  if (text.trim() === '') return null
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
}

function idOf(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

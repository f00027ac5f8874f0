import { useEffect, useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { PostedForm } from '#/contract/posted-form.ts'
import { ApiError } from './call.ts'
import { deleteFormDraft, saveFormDraft, readFormDraft, type FormDraft } from './form-draft.ts'
import { readAt, writeAt, pathsIn, type PathTo, type ValueAt } from './form-paths.ts'
import { afterClick } from './reader-activity.ts'
import { showToast } from './ui/toasts.ts'
import { useWasServed } from './served-page.ts'

/** A partly filled-in body: a missing choice is '', a missing number is null. */
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

/** Form values that have the shape of the body. */
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

/** Props of a RadioGroup, or of a CheckboxGroup if the value is a list. */
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

/** The state of a form for its layout, summary and button. */
export type FormState = {
  submit: (event?: FormEvent) => Promise<void>
  /** Deletes the saved values: the form was abandoned or sent. */
  forget: () => void
  busy: boolean
  /** For the error summary: each field's control id and message from the last submit that still apply. */
  errors: { field: string; message: string }[]
  /** Whether the last submit failed and has not been corrected, which the document's title then shows. */
  failed: boolean
  /** Increases with each failed submit, so that the summary takes the focus again. */
  attempt: number
  /** The server's refusal of the last submit. */
  refusal: ApiError | null
}

export type Form<V> = FormState & {
  values: V
  set: <P extends PathTo<V, unknown>>(path: P, value: ValueAt<V, P>) => void
  /** A text, or one choice from a list. */
  field: (path: PathTo<V, string>) => FieldProps
  /** A typed number. Anything else is NaN, which no schema accepts. */
  number: (path: PathTo<V, number>) => FieldProps & { inputMode: 'numeric'; autoComplete: 'off' }
  checkbox: (path: PathTo<V, boolean>) => CheckboxProps
  /** A field where one of a short list of options can be chosen. */
  radio: <P extends PathTo<V, string>>(path: P) => ChoiceProps<ValueAt<V, P>>
  /** A field where any number of a short list of options can be chosen. */
  choices: <P extends PathTo<V, readonly string[]>>(path: P) => ChoiceProps<ValueAt<V, P>>
}

type FormOptions<S extends z.ZodMiniType, V> = {
  /** The schema, or a function that loads it on the first input, for screens that do not wait for it. */
  schema: S | (() => Promise<S>)
  initial: V
  /** Saves the values for a reload or a return. Undefined until it is known whose they are. */
  keep?: FormDraft | undefined
  /** Set if this page is the response to a form that was sent without JavaScript. */
  posted?: PostedForm | null
  /** Set if the form announces a refusal as an alert, which a toast would only repeat. */
  noToast?: boolean
  onSubmit: (body: z.input<S>, values: V) => Promise<unknown>
}

/**
 * A form with an endpoint's schema. A field is named by its path in the body (`doubles_partner.email`). Input is
 * checked on blur without moving the focus; a submit lists all problems above the form. Server refusals look like local
 * problems, and are also shown as a toast unless `noToast`. `errors` follows the order of the values. The values are the body, or
 * `toBody` builds the body from them.
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
  const { schema, initial: blank, keep, posted, noToast = false, onSubmit, toBody = (values: V) => values } = form
  const wasServed = useWasServed()
  const initial = posted ? { ...blank, ...posted.values } : blank
  const refused = posted && 'refusal' in posted ? posted : null
  const [values, setValues] = useState(() => (keep && !wasServed ? readFormDraft(keep, initial) : initial))
  /** The text in number fields, which may not be a number. */
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<string, string>>>(refused?.refusal.fields ?? {})
  /** The paths in the summary: those of the last submit, except the ones changed since. */
  const [summarized, setSummarized] = useState<readonly string[]>(() => Object.keys(errors))
  const [refusal, setRefusal] = useState(() => refused && new ApiError(refused.status, refused.refusal))
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const sending = useRef(false)
  const submits = useRef(0)
  const changed = useRef(false)
  const restored = useRef(wasServed ? undefined : keep?.name)
  const showProblem = useRef(showProblemNow)

  useEffect(() => {
    showProblem.current = showProblemNow
  })
  useEffect(() => {
    if (!keep || keep.name === restored.current || changed.current) return
    restored.current = keep.name
    setValues(readFormDraft(keep, initial))
    // Once, after hydration or when the name is known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keep?.name])
  useEffect(() => {
    if (keep && changed.current) saveFormDraft(keep, changesOf(values, initial))
    // Fields that nobody changed follow `initial`, which may be newer after a reload.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keep?.name, values])

  function problemsOf(of: V, by: S): Partial<Record<string, string>> {
    const read = by.safeParse(toBody(of))
    const found: Partial<Record<string, string>> = {}
    if (!read.success) for (const issue of read.error.issues) found[issue.path.join('.')] ??= issue.message
    return found
  }

  function set(path: string, value: unknown): void {
    changed.current = true
    // The schema loads while the first letters are typed.
    if (typeof schema === 'function') schema().catch(() => undefined)
    setValues((current) => writeAt(current, path, value))
    setTyped((current) => ({ ...current, [path]: undefined }))
    // A changed field loses its error at once; a new error shows on blur.
    if (errors[path] !== undefined) setErrors((current) => ({ ...current, [path]: undefined }))
    if (summarized.includes(path)) setSummarized((current) => current.filter((other) => other !== path))
  }

  function forget(): void {
    changed.current = false
    if (keep) deleteFormDraft(keep)
  }

  function showFailure(found: Partial<Record<string, string>>): void {
    setErrors(found)
    setSummarized(Object.keys(found))
    setAttempt((n) => n + 1)
  }

  /** An empty field is not a mistake before the form is sent: the focus may only be passing through. */
  function isEmpty(path: string): boolean {
    return (typed[path] ?? textOf(readAt(values, path))).trim() === ''
  }

  function showProblemNow(path: string, by: S): void {
    const problem = isEmpty(path) ? undefined : problemsOf(values, by)[path]
    setErrors((current) => ({ ...current, [path]: problem }))
  }

  /**
   * An error moves the content below it, and the field may have lost the focus to a button there. So the error appears
   * after the click on that button, for the form's state at that time. A submit in between shows its own errors.
   */
  function check(path: string): void {
    if (isEmpty(path)) return
    const before = submits.current
    const show = (by: S) =>
      afterClick(() => {
        if (submits.current === before) showProblem.current(path, by)
      })
    // If the schema cannot be loaded, the submit says so.
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
      if (!keep?.untilDeleted) forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.fields)
      setRefusal(error)
      if (!noToast) showToast({ tone: 'bad', text: error.message })
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

function changesOf(values: object, initial: object): object {
  const before = new Map(Object.entries(initial).map(([key, value]) => [key, JSON.stringify(value)]))
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => JSON.stringify(value) !== before.get(key)))
}

/** Code that cannot be loaded is reported as an unreachable server. */
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

/** Null if nothing is typed, NaN if it is not a whole number in digits. */
function numberOf(text: string): number | null {
  if (text.trim() === '') return null
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
}

function idOf(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

import { type ReactNode, useId } from 'react'
import CircleAlert from 'lucide:circle-alert'

export type FieldFace = {
  label: string
  /** Hides the label visually where the position makes it clear, as in a table cell. */
  hideLabel?: boolean
  /** Marks the label as optional. A filter needs no mark: it is always optional. */
  optional?: boolean | 'filter' | undefined
  hint?: ReactNode
  /** Why the value is invalid, as a sentence. */
  error?: string | undefined
}

type FieldProps = FieldFace & {
  id: string
  className?: string | undefined
  children: ReactNode
}

/** The label, hint and error of one control. Only for this folder: screens use the fields made with it. */
export function Field({ id, label, hideLabel, optional, hint, error, className = '', children }: FieldProps) {
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-[650]'}>
        {label}
        <Optional show={optional} />
      </label>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {children}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function Optional({ show }: { show: FieldFace['optional'] }) {
  return show === true ? <span className="font-normal text-ink-soft"> (optional)</span> : null
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="text-sm text-ink-soft">
      {children}
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-[620] text-bad">
      <CircleAlert size={17} className="mt-px shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {error}
      </span>
    </p>
  )
}

/** Ids for a control's `aria-describedby`. */
export function described(id: string, face: Pick<FieldFace, 'hint' | 'error'>): string | undefined {
  return [face.hint ? `${id}-hint` : null, face.error ? `${id}-error` : null].filter(Boolean).join(' ') || undefined
}

/**
 * The control's id: the given one, otherwise its name (so that an error summary can link to it), otherwise a generated
 * one.
 */
export function useFieldId(id: string | undefined, name: string | undefined): string {
  const made = useId()
  return id ?? name ?? made
}

/** The classes of every control with a value. */
export function controlLook(error: string | undefined): string {
  return `w-full min-h-12 rounded-sm border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-ink-soft/80 [&:is(input,textarea):read-only]:bg-sunk disabled:bg-sunk disabled:text-ink-soft focus-visible:outline-offset-0 ${
    error ? 'border-bad [box-shadow:inset_3px_0_0_var(--color-bad)]' : 'border-edge hover:border-ink'
  }`
}

import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react'
import Eye from 'lucide:eye'
import EyeOff from 'lucide:eye-off'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type PasswordFieldProps = Omit<ComponentPropsWithRef<'input'>, 'children' | 'type'> &
  FieldFace & {
    autoComplete: 'current-password' | 'new-password'
    /** Shows how strong a new password is. */
    meter?: boolean
  }

/** A password with a button that shows it; submitting the form hides it again. */
export function PasswordField({
  label,
  optional,
  hint,
  error,
  id,
  className,
  meter = false,
  onChange,
  ...rest
}: PasswordFieldProps) {
  const fieldId = useFieldId(id, rest.name)
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''))
  const value = typeof rest.value === 'string' ? rest.value : typed
  const box = useRef<HTMLDivElement>(null)

  // Password managers offer to save a field only if it is hidden when the form is sent.
  useEffect(() => {
    const form = box.current?.closest('form')
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide, { capture: true })
    return () => form?.removeEventListener('submit', hide, { capture: true })
  }, [])

  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div ref={box} className="relative">
        <input
          {...rest}
          id={fieldId}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          aria-required={optional ? undefined : true}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [described(fieldId, { hint, error }), meter ? `${fieldId}-strength` : null].filter(Boolean).join(' ') ||
            undefined
          }
          onChange={(event) => {
            setTyped(event.target.value)
            onChange?.(event)
          }}
          className={`${controlLook(error)} pr-14`}
        />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={fieldId}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-sm text-ink-soft hover:text-ink"
        >
          {shown ? <EyeOff size={20} /> : <Eye size={20} />}
        </button>
      </div>
      {meter && <StrengthMeter id={`${fieldId}-strength`} length={value.length} />}
    </Field>
  )
}

function StrengthMeter({ id, length }: { id: string; length: number }) {
  const [word, paint] = length < 8 ? ['Weak', 'bg-bad'] : length < 12 ? ['Medium', 'bg-warn'] : ['Strong', 'bg-good']
  return (
    <div className="flex items-center gap-3" id={id}>
      <div className="flex h-1.5 flex-1 gap-0.5" aria-hidden="true">
        {Array.from({ length: 12 }, (_, step) => (
          <span
            key={step}
            className={`flex-1 ${step < length ? `${paint} forced-colors:bg-[Highlight]` : 'bg-line'}`}
          />
        ))}
      </div>
      <span aria-live="polite" className="min-w-16 text-right text-sm font-[650]">
        <span className="sr-only">Password strength: </span>
        {length === 0 ? <span className="sr-only">empty</span> : word}
      </span>
    </div>
  )
}

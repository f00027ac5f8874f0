import { useRef, useState } from 'react'
import ChevronDown from 'lucide:chevron-down'
import { countries, countryOf, type Country } from './countries.ts'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'
import { Flag } from './Flag.tsx'
import { region } from './region.ts'
import { createPart, loadOnReach, usePart } from './part.ts'

type PhoneFieldProps = FieldFace & {
  name?: string
  id?: string
  /** '+1 574 555 0100': a dial code and the rest. */
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
  className?: string
}

/** The default country of a number without a dial code. */
function homeCountry(): Country {
  return (countries.find(({ code }) => code === region().phone_country) ?? countries[0]) as Country
}

/** A phone number with its country, as one value, so that a form uses it like any other field. */
export function PhoneField({
  label,
  optional,
  hint,
  error,
  name,
  id,
  value,
  onChange,
  onBlur,
  className,
}: PhoneFieldProps) {
  const fieldId = useFieldId(id, name)
  const [chosen, setChosen] = useState(homeCountry)
  const number = useRef<HTMLInputElement>(null)
  const emit = (text: string) => onChange({ currentTarget: { value: text } })

  // Canada and the US share +1: the chosen country stays while the number fits it.
  const read = countryOf(value)
  const country = read === undefined || read.dial_code === chosen.dial_code ? chosen : read
  const prefix = `+${country.dial_code}`
  const national = read ? value.trim().slice(prefix.length).trimStart() : value

  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div className="flex">
        <CountryPicker
          country={country}
          error={error}
          onChoose={(next) => {
            setChosen(next)
            emit(`+${next.dial_code} ${national}`)
          }}
        />
        <input
          ref={number}
          id={fieldId}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder={country.dial_code === '1' ? '574 555 0100' : undefined}
          value={national}
          aria-required={optional ? undefined : true}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
          // A whole number that is pasted or autofilled has its own dial code.
          onChange={({ currentTarget }) =>
            emit(
              currentTarget.value.trimStart().startsWith('+')
                ? currentTarget.value.trimStart()
                : `${prefix} ${currentTarget.value}`,
            )
          }
          onBlur={() => {
            onBlur?.()
            void format(value).then((formatted) => {
              if (formatted !== value && number.current?.value === national) emit(formatted)
            })
          }}
          className={`${controlLook(error)} tabular rounded-l-none`}
        />
      </div>
    </Field>
  )
}

/** The number in its country's notation, if it is complete. */
async function format(value: string): Promise<string> {
  // Loaded once the first number has been typed: the library is as big as the rest of the page.
  const library = await import('libphonenumber-js/min').catch(() => null)
  const parsed = library?.parsePhoneNumberFromString(value, { extract: false })
  return parsed?.isPossible() ? parsed.formatInternational() : value
}

const list = createPart(() => import('./CountryList.tsx'))

type CountryPickerProps = {
  country: Country
  error: string | undefined
  onChoose: (country: Country) => void
}

/** The dial code: a button that opens a searchable list (ARIA: dialog, search field, listbox). */
function CountryPicker({ country, error, onChoose }: CountryPickerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const close = () => {
    setOpen(false)
    setSearch('')
  }
  const loaded = usePart(list, open, close)
  return (
    <>
      <button
        {...loadOnReach(list)}
        ref={button}
        type="button"
        aria-label={`Country code: ${country.name} +${country.dial_code}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => (open ? close() : setOpen(true))}
        // Letters typed before the search field has the focus, which its code must first be loaded for.
        onKeyDown={(event) => {
          if (!open || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === ' ' && search === '') return
          event.preventDefault()
          setSearch((typed) => typed + event.key)
        }}
        className={`${controlLook(error)} tabular flex w-auto! shrink-0 cursor-pointer items-center gap-2 rounded-r-none border-r-0 px-3!`}
      >
        <Flag code={country.code} />+{country.dial_code}
        <ChevronDown size={18} className="text-ink-soft" />
      </button>
      {loaded && open && (
        <loaded.CountryList
          button={button}
          text={search}
          onText={setSearch}
          onClose={close}
          onChoose={(next) => {
            close()
            onChoose(next)
          }}
        />
      )}
    </>
  )
}

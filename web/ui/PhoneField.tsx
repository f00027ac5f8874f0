import { useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { countries, countryOf, searchCountries, type Country } from './countries.ts'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'

type PhoneFieldProps = FieldFace & {
  name?: string
  id?: string
  /** '+1 574 555 0100': a dial code and the rest. */
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
  className?: string
}

const home = countries.find(({ code }) => code === 'US') as Country

/** A phone number with its country. One value goes in and out, so that it stands in a form like any other field. */
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
  const [chosen, setChosen] = useState(home)
  const number = useRef<HTMLInputElement>(null)
  const emit = (text: string) => onChange({ currentTarget: { value: text } })

  // Canada and the US share +1: what was chosen stays while it fits.
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
            number.current?.focus()
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
          // A whole number, pasted or filled in by the browser, brings its own dial code.
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

/** The number as people write it in its country, if it can be one. */
async function format(value: string): Promise<string> {
  // Loaded when the first number has been typed: the library is as big as the rest of the page.
  const library = await import('libphonenumber-js/min').catch(() => null)
  const parsed = library?.parsePhoneNumberFromString(value, { extract: false })
  return parsed?.isPossible() ? parsed.formatInternational() : value
}

/** The dial code: search by name, choose from the list (ARIA combobox). */
function CountryPicker({
  country,
  error,
  onChoose,
}: {
  country: Country
  error: string | undefined
  onChoose: (country: Country) => void
}) {
  const [text, setText] = useState('')
  const [focused, setFocused] = useState(false)
  return (
    <ComboBox<Country>
      aria-label={`Country code, ${country.name}`}
      items={searchCountries(text)}
      inputValue={focused ? text : `+${country.dial_code}`}
      onInputChange={(typed) => focused && setText(typed)}
      // Without a value of its own: the kit would take back what is typed as soon as the chosen one is filtered out.
      value={null}
      onChange={(code) => {
        const next = countries.find((each) => each.code === code)
        if (next) onChoose(next)
      }}
      onFocusChange={(next) => {
        setFocused(next)
        setText('')
      }}
      allowsEmptyCollection
      defaultFilter={() => true}
      className="relative w-31 shrink-0"
    >
      <span className="pointer-events-none absolute inset-y-0 left-2.5 z-10 flex items-center">
        <Plate code={country.code} />
      </span>
      <Input
        placeholder="Search"
        autoComplete="off"
        className={`${controlLook(error)} tabular rounded-r-none border-r-0 pr-8! pl-12!`}
      />
      <Button className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center text-ink-soft hover:text-ink">
        <ChevronDown size={18} aria-hidden="true" />
      </Button>
      <Popover
        placement="bottom start"
        className="w-[min(22rem,calc(100vw-2rem))] rounded-md border border-edge bg-surface text-ink shadow-lift"
      >
        <ListBox<Country>
          className="max-h-[350px] overflow-y-auto p-1.5 outline-none"
          renderEmptyState={() => <output className="block px-3 py-3 text-ink-soft">No results found</output>}
        >
          {(choice) => (
            <ListBoxItem
              id={choice.code}
              textValue={choice.name}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none data-[focused]:bg-sunk data-[focused]:shadow-[inset_3px_0_0_var(--color-ink)] forced-colors:data-[focused]:outline-2"
            >
              <Plate code={choice.code} />
              <span className="min-w-0 flex-1">{choice.name}</span>
              <span className="tabular text-ink-soft">+{choice.dial_code}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/** A country's sign: its two letters, like on a car. */
function Plate({ code }: { code: string }) {
  return (
    <span
      aria-hidden="true"
      className="lettering grid h-5.5 w-8 shrink-0 place-items-center rounded-sm border border-edge bg-chalk text-xs tracking-wide"
    >
      {code}
    </span>
  )
}

import { useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
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

/** A phone number with its country. Country and number are one value, so that a form uses it like any other field. */
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
          // A whole number, pasted or filled in by the browser, has its own dial code.
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

/** The dial code: a button that opens a list to search, from 3 letters on (ARIA: dialog, search field, listbox). */
function CountryPicker({
  country,
  error,
  onChoose,
}: {
  country: Country
  error: string | undefined
  onChoose: (country: Country) => void
}) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  function choose(code: unknown): void {
    const next = countries.find((each) => each.code === code)
    setOpen(false)
    if (next) onChoose(next)
  }
  return (
    <DialogTrigger
      isOpen={open}
      onOpenChange={(next) => {
        setOpen(next)
        setText('')
      }}
    >
      <Button
        aria-label={`Country code: ${country.name} +${country.dial_code}`}
        className={`${controlLook(error)} tabular flex w-auto! shrink-0 cursor-pointer items-center gap-2 rounded-r-none border-r-0 px-3!`}
      >
        <Flag code={country.code} />+{country.dial_code}
        <ChevronDown size={18} aria-hidden="true" className="text-ink-soft" />
      </Button>
      <Popover
        placement="bottom start"
        className="w-[min(22rem,calc(100vw-2rem))] rounded-md border border-edge bg-surface text-ink shadow-lift"
      >
        <Dialog aria-label="Country code" className="outline-none">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Search countries" autoFocus className="border-b border-line p-2">
              <Input
                placeholder="Search by name, 3 letters or more"
                autoComplete="off"
                className={`${controlLook(undefined)} [&::-webkit-search-cancel-button]:hidden`}
              />
            </SearchField>
            <ListBox<Country>
              aria-label="Countries"
              items={searchCountries(text)}
              onAction={choose}
              className="max-h-[350px] overflow-y-auto p-1.5 outline-none"
              renderEmptyState={() => <output className="block px-3 py-3 text-ink-soft">No results found</output>}
            >
              {(choice) => (
                <ListBoxItem
                  id={choice.code}
                  textValue={choice.name}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none data-[focused]:bg-sunk data-[focused]:shadow-[inset_3px_0_0_var(--color-ink)] forced-colors:data-[focused]:outline-2"
                >
                  <Flag code={choice.code} />
                  <span className="min-w-0 flex-1">{choice.name}</span>
                  <span className="tabular text-ink-soft">+{choice.dial_code}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** A country's flag; its name is beside it. */
function Flag({ code }: { code: string }) {
  return (
    <img
      src={`/flags/${code}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      className="h-4 w-6 shrink-0 rounded-[2px] shadow-[0_0_0_1px_var(--color-line)]"
    />
  )
}

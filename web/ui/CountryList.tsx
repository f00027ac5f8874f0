import type { RefObject } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { countries, searchCountries, type Country } from './countries.ts'
import { controlLook } from './Field.tsx'
import { Flag } from './Flag.tsx'

type CountryListProps = {
  button: RefObject<HTMLButtonElement | null>
  /** The text of the search. Its owner also takes letters that are typed before the search field has the focus. */
  text: string
  onText: (text: string) => void
  onClose: () => void
  onChoose: (country: Country) => void
}

/** The list of dial codes, with a search from 3 letters on. `PhoneField` loads it. */
export function CountryList({ button, text, onText, onClose, onChoose }: CountryListProps) {
  function choose(code: unknown): void {
    const chosen = countries.find((each) => each.code === code)
    if (chosen) onChoose(chosen)
  }
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={button}
      placement="bottom start"
      className="w-[min(22rem,calc(100vw-2rem))] rounded-md border border-edge bg-surface text-ink lift"
    >
      <Dialog aria-label="Country code" className="[outline-style:none]">
        <Autocomplete inputValue={text} onInputChange={onText}>
          <SearchField aria-label="Search countries" autoFocus className="border-b border-line p-2">
            <Input
              placeholder="Search by name, 3 letters or more"
              autoComplete="off"
              className={`${controlLook(undefined)} [&::-webkit-search-cancel-button]:hidden`}
            />
          </SearchField>
          {/* The keyboard scrolls it (WCAG 2.1.1). */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section tabIndex={0} aria-label="List of countries" className="max-h-[350px] overflow-y-auto">
            <ListBox<Country>
              aria-label="Countries"
              items={searchCountries(text)}
              onAction={choose}
              className="p-1.5 [outline-style:none]"
              renderEmptyState={() => <output className="block px-3 py-3 text-ink-soft">No results found</output>}
            >
              {(choice) => (
                <ListBoxItem
                  id={choice.code}
                  textValue={choice.name}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 [outline-style:none] data-[focused]:bg-sunk data-[focused]:[box-shadow:inset_3px_0_0_var(--color-ink)] forced-colors:data-[focused]:[outline:2px_solid]"
                >
                  <Flag code={choice.code} />
                  <span className="min-w-0 flex-1">{choice.name}</span>
                  <span className="tabular text-ink-soft">+{choice.dial_code}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </section>
        </Autocomplete>
      </Dialog>
    </Popover>
  )
}

import { startTransition, useOptimistic } from 'react'
import { areaAddress, areaName, listedAreas } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { ageKey, formatAges } from '#/rules/age-group.ts'
import { keepGuestDetails } from '#/features/accounts/guest-details.web.ts'
import { useNavigate, useSearchParams } from '#/web/router.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { Division } from '#/features/seasons/contract.ts'
import { agesOf, levelsOf, readWanted, whoPlays, type Wanted } from './finding.ts'

/** Above this many areas a drop-down list is used, so that the leagues stay visible on a phone. */
const MOST_SEGMENTS = 4

type Choice = { area: string; who: string; level: string; age: string }

/**
 * Asks the visitor for area, gender and level. Each choice is in the URL, so Back undoes it and a link keeps it.
 * Without JavaScript the form has a submit button.
 */
export function FindForm({ wanted, divisions }: { wanted: Wanted; divisions: readonly Division[] }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Shows the choice at once, while the leagues load.
  const [shown, show] = useOptimistic(choiceOf(wanted))
  const levels = levelsOf(divisions)
  const ages = agesOf(divisions)
  const whos = whoPlays.filter(({ gender }) => divisions.some((division) => division.gender === gender))
  const areas = listedAreas().map(({ slug }) => ({ value: areaAddress(slug), label: areaName(slug) }))

  const choose = (changed: Partial<Choice>) => {
    const choice = { ...shown, ...changed }
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(choice)) if (name !== 'age' || ages.length > 0) next.set(name, value)
    const { area, gender, level } = readWanted(next, { area: undefined, gender: '', singles_level: '' })
    // Keeps the choices for the form of a visitor who joins.
    keepGuestDetails({
      location: area === undefined ? '' : areaName(area),
      ...(gender !== null && { gender }),
      ...(level !== null && { singles_level: level }),
    })
    startTransition(() => {
      show(choice)
      void navigate(`?${next.toString()}`)
    })
  }

  return (
    <form action={paths.leagues} className="flex flex-col gap-5" aria-label="Find your league">
      {['season', 'year'].map((name) => {
        const value = search.get(name)
        return value !== null && <input key={name} type="hidden" name={name} value={value} />
      })}
      {areas.length > MOST_SEGMENTS ? (
        <SelectField
          name="area"
          label="Where do you play?"
          optional="filter"
          placeholder="Any area"
          options={areas}
          value={shown.area}
          onChange={(event) => choose({ area: event.target.value })}
        />
      ) : (
        areas.length > 1 && (
          <RadioGroup
            name="area"
            label="Where do you play?"
            options={areas}
            value={shown.area}
            onChange={(area) => choose({ area })}
          />
        )
      )}
      <div className="flex flex-wrap gap-x-8 gap-y-5">
        {whos.length > 0 && (
          <RadioGroup
            name="who"
            label="Who plays?"
            options={[...whos.map(({ value, label }) => ({ value, label })), { value: '', label: 'Any' }]}
            value={shown.who}
            onChange={(who) => choose({ who })}
          />
        )}
        {levels.length > 1 && (
          <RadioGroup
            name="level"
            label="At what level?"
            options={[...levels.map(({ key, name }) => ({ value: key, label: name })), { value: '', label: 'Any' }]}
            value={shown.level}
            onChange={(level) => choose({ level })}
          />
        )}
        {ages.length > 0 && (
          <RadioGroup
            name="age"
            label="At what age?"
            options={[
              ...ages.map((group) => ({ value: ageKey(group), label: formatAges(group) ?? '' })),
              { value: '', label: 'Any' },
            ]}
            value={shown.age}
            onChange={(age) => choose({ age })}
          />
        )}
      </div>
      <noscript>
        <Button type="submit">Show what fits</Button>
      </noscript>
    </form>
  )
}

function choiceOf({ area, gender, level, age }: Wanted): Choice {
  return {
    area: area === undefined ? '' : areaAddress(area),
    who: whoPlays.find((each) => each.gender === gender)?.value ?? '',
    level: level ?? '',
    age: age ?? '',
  }
}

import type { Reply } from '#/contract/endpoint.ts'
import { organization } from '#/contract/organization.ts'
import { presetCountries, suggestFor } from '#/organizer/organization/country-suggestions.ts'
import { levelsOfSport } from '#/rules/level-list.ts'
import { sports, sportWords, type Sport } from '#/rules/sports/formats.ts'
import { usualDivisions } from '#/rules/usual-divisions.ts'
import type { OrganizationValues } from '#/organizer/organization/contract.ts'
import type { getPresets } from './contract.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })

export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** The organization's values in a country. `here`: a time zone that wins if it is one of the country's. */
export function valuesOf(country: string, here = ''): OrganizationValues {
  const { currency, time_zone, ...values } = presetOf(country, here)
  return { ...values, ...(currency !== null && { currency }), ...(time_zone !== null && { time_zone }) }
}

function presetOf(country: string, here: string) {
  const { tax, first_day_of_week, ...values } = suggestFor(country, here)
  return {
    ...values,
    tax: tax.name === '' ? null : { name: tax.name, rate: Number(tax.rate) },
    first_day_of_week: Number(first_day_of_week),
  }
}

/** All countries by name and all sports, with what each fills in. */
export function listPresets(sport: Sport | null): Reply<typeof getPresets> {
  return {
    countries: presetCountries
      .map((code) => ({ code, name: countryName(code), ...presetOf(code, '') }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    sports: sports.map((each) => ({
      sport: each,
      name: sportWords[each].name,
      levels: [...levelsOfSport(each)],
      divisions: usualDivisions(each, organization().levels),
    })),
    sport,
  }
}

import metadata from 'libphonenumber-js/min/metadata'
import { expect, test } from 'vitest'
import { countries, countryOf, searchCountries } from './countries.ts'

test('the list matches the phone library', () => {
  const known = Object.entries(metadata.country_calling_codes).flatMap(([dial_code, codes]) =>
    // Numbers without a country are the library's '001', which its type omits.
    codes.filter((code: string) => code !== '001').map((code) => `${code} ${dial_code}`),
  )
  expect(countries.map(({ code, dial_code }) => `${code} ${dial_code}`).toSorted()).toEqual(known.toSorted())
})

test('each country has a name', () => {
  expect(countries.filter(({ code, name }) => name === code || name === '')).toEqual([])
})

test.each([
  ['+1', 'US'],
  ['+1 574 555 0100', 'US'],
  ['+44 20', 'GB'],
  ['+7', 'RU'],
  ['+353 1', 'IE'],
  ['+ 4 9', 'DE'],
  ['+3', undefined],
  ['+999', undefined],
  ['574 555', undefined],
  ['', undefined],
])('%s is a number of %s', (number, code) => {
  expect(countryOf(number)?.code).toBe(code)
})

test.each([
  ['', countries.length],
  ['ge', countries.length],
  ['germ', 1],
  ['cote', 1],
  ['+49', 1],
  ['+1', countries.length],
  ['zzz', 0],
])('searching for %j finds %i', (search, found) => {
  expect(searchCountries(search)).toHaveLength(found)
})

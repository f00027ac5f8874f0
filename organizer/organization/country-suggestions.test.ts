import { expect, test } from 'vitest'
import { currencies } from '#/rules/currencies.ts'
import { countries } from '#/web/ui/countries.ts'
import { suggestFor } from './country-suggestions.ts'

test.each([
  ['AU', 'AUD', 'GST', '10', 'Australia/Sydney', '1', 'metric'],
  ['NZ', 'NZD', 'GST', '15', 'Pacific/Auckland', '1', 'metric'],
  ['US', 'USD', '', '', 'America/New_York', '7', 'imperial'],
  ['GB', 'GBP', 'VAT', '20', 'Europe/London', '1', 'metric'],
  ['DE', 'EUR', 'VAT', '19', 'Europe/Berlin', '1', 'metric'],
  ['BR', 'BRL', '', '', 'America/Sao_Paulo', '7', 'metric'],
  ['AE', 'AED', 'VAT', '5', 'Asia/Dubai', '1', 'metric'],
] as const)(
  'an organization in %s is suggested its money, tax, time and units',
  (country, currency, name, rate, zone, day, units) => {
    expect(suggestFor(country, 'Etc/UTC')).toEqual({
      currency,
      tax: { name, rate },
      time_zone: zone,
      locale: `en-${country}`,
      first_day_of_week: day,
      phone_country: country,
      units,
    })
  },
)

test('the device’s time zone wins in its own country only', () => {
  expect(suggestFor('AU', 'Australia/Melbourne').time_zone).toBe('Australia/Melbourne')
  expect(suggestFor('AU', 'Europe/Berlin').time_zone).toBe('Australia/Sydney')
})

test('each country of the list has suggestions that the form takes', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  for (const { code } of countries) {
    const { currency, time_zone, locale, first_day_of_week } = suggestFor(code, 'Etc/UTC')
    expect(currency === null || currencies.includes(currency)).toBe(true)
    expect(time_zone === null || zones.includes(time_zone) || time_zone).toBeTruthy()
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
    expect(Number(first_day_of_week)).toBeGreaterThanOrEqual(1)
  }
})

import { currencies } from '#/rules/currencies.ts'

// Source: ISO 4217 and the tax authorities, November 2026. A country that is missing gets no suggestion of a currency or tax.
const currencyOf = readTable(
  'USD US AS EC GU MP PR SV TC VG VI|EUR AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK|' +
    'AED AE|ARS AR|AUD AU KI NR TV|BBD BB|BDT BD|BHD BH|BMD BM|BRL BR|BSD BS|BWP BW|CAD CA|CHF CH LI|CLP CL|CNY CN|COP CO|' +
    'CRC CR|CZK CZ|DKK DK FO GL|DOP DO|EGP EG|FJD FJ|GBP GB GG IM JE|GEL GE|GHS GH|GTQ GT|HKD HK|HNL HN|HUF HU|IDR ID|ILS IL|' +
    'INR IN|ISK IS|JMD JM|JOD JO|JPY JP|KES KE|KRW KR|KWD KW|KYD KY|KZT KZ|LKR LK|MAD MA|MUR MU|MXN MX|MYR MY|NAD NA|NGN NG|' +
    'NOK NO|NZD NZ CK|OMR OM|PAB PA|PEN PE|PHP PH|PKR PK|PLN PL|PYG PY|QAR QA|RON RO|RSD RS|SAR SA|SEK SE|SGD SG|THB TH|TND TN|' +
    'TRY TR|TTD TT|TWD TW|TZS TZ|UAH UA|UGX UG|UYU UY|VND VN|XCD AG DM GD KN LC VC|ZAR ZA|ZMW ZM',
)
const taxOf = readTable(
  'GST:10 AU|GST:15 NZ|GST:9 SG|GST:18 IN|VAT:20 GB FR AT BG MC|VAT:23 IE PT PL|VAT:19 DE CY|VAT:21 BE NL ES CZ LV LT|VAT:22 IT SI|' +
    'VAT:24 EE GR|VAT:25 SE DK NO HR|VAT:25.5 FI|VAT:8.1 CH LI|VAT:27 HU|VAT:17 LU|VAT:18 MT|VAT:23 SK|VAT:21 RO|VAT:15 ZA|' +
    'VAT:5 AE|VAT:15 SA|VAT:20 UA TR|IVA:16 MX|IVA:19 CL CO|IVA:21 AR|VAT:10 JP KR',
)
/** Where most people of a country with several time zones live. */
const zoneOf = readTable(
  'America/New_York US|America/Toronto CA|America/Mexico_City MX|America/Sao_Paulo BR|America/Argentina/Buenos_Aires AR|' +
    'America/Santiago CL|America/Guayaquil EC|Australia/Sydney AU|Pacific/Auckland NZ|Asia/Jakarta ID|Asia/Shanghai CN|' +
    'Asia/Almaty KZ|Asia/Kuala_Lumpur MY|Europe/Berlin DE|Europe/Madrid ES|Europe/Lisbon PT|Europe/Kyiv UA|Europe/Nicosia CY',
)

/** The countries whose currency is known, by code. */
export const presetCountries: readonly string[] = [...currencyOf.keys()].toSorted()

export type CountrySuggestions = {
  currency: string | null
  tax: { name: string; rate: string }
  time_zone: string | null
  locale: string
  first_day_of_week: string
  phone_country: string
  units: 'imperial' | 'metric'
}

/** Newer than the types of the language. Firefox has them from 2026 on. */
type Region = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; getTimeZones?: () => string[] | undefined }

/** The values that an organization in a country most likely enters. `here`: the device's time zone, which wins within the country. */
export function suggestFor(country: string, here: string): CountrySuggestions {
  const region = new Intl.Locale(`und-${country}`) as Region
  const currency = currencyOf.get(country)
  const [name = '', rate = ''] = taxOf.get(country)?.split(':') ?? []
  const zones = region.getTimeZones?.() ?? []
  return {
    currency: currency !== undefined && currencies.includes(currency) ? currency : null,
    tax: { name, rate },
    time_zone: zones.includes(here) ? here : (zoneOf.get(country) ?? zones[0] ?? null),
    // The sentences of the product are in English.
    locale: `en-${country}`,
    first_day_of_week: String(region.getWeekInfo?.().firstDay ?? 1),
    phone_country: country,
    units: ['US', 'LR', 'MM'].includes(country) ? 'imperial' : 'metric',
  }
}

/** Reads 'VALUE COUNTRY COUNTRY|…' by country. */
function readTable(text: string): ReadonlyMap<string, string> {
  const rows = text.split('|').map((row) => row.split(' '))
  return new Map(rows.flatMap(([value = '', ...of]) => of.map((country) => [country, value] as const)))
}

import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min'
import { organization } from '#/contract/organization.ts'
import { refuse } from './refuse.ts'

/**
 * Formats a phone number as stored: '+1 574 555 0100', dial code first. A number without a dial code belongs to the
 * organization's country. Refuses (422 on `field`) a number with too few or too many digits for its country. Does not
 * check whether the number is assigned, because numbering plans change too often.
 */
export function checkPhone(text: string, field = 'phone'): string {
  const number = readPhone(text) ?? readPhone(repairedOf(text))
  if (number) return number.formatInternational()
  refuse('invalid', {
    fields: { [field]: sentences[validatePhoneNumberLength(text, homeCountry()) ?? 'NOT_A_NUMBER'] },
  })
}

/**
 * The digits to look for in the digits of stored phone numbers, from a part of a number as somebody types it: '0412 345',
 * '(412) 345', '+61 (0)412 345', '0061 412 345'. Null if the text is no part of a phone number, or shorter than three digits.
 */
export function findPhoneDigits(search: string): string | null {
  const typed = search.normalize('NFKC').replaceAll(/\(0+\)/g, ' ')
  if (!/^[+()\d\s./\p{Pd}]+$/u.test(typed)) return null
  const number = parsePhoneNumberFromString(repairedOf(typed), { defaultCountry: homeCountry(), extract: false })
  const isAbroad = number !== undefined && number.countryCallingCode !== getCountryCallingCode(homeCountry())
  if (number && (isAbroad || /^\s*(?:\+|00)/.test(typed))) return number.countryCallingCode + number.nationalNumber
  // A zero before an area code is not stored.
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < 3 ? null : digits
}

function readPhone(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: homeCountry(), extract: false })
  return number?.isPossible() ? number : null
}

/**
 * In most countries, 00 means the plus. A spreadsheet that treats a phone number as a number adds '.0', or removes the
 * plus: eleven or more digits that are invalid in the organization's country are read with one.
 */
function repairedOf(text: string): string {
  const typed = text.trim().replace(/^(\d+)\.0$/, '$1')
  if (typed.startsWith('00')) return `+${typed.slice(2)}`
  return /^[1-9]\d{10,}$/.test(typed) && readPhone(typed) === null ? `+${typed}` : typed
}

/** The organization's country. This library knows its number format, which was checked when the country was entered. */
function homeCountry(): CountryCode {
  return organization().phone_country as CountryCode
}

const sentences = {
  TOO_SHORT: 'This number is too short. Please check it, with the dial code.',
  TOO_LONG: 'This number is too long. Please check it, with the dial code.',
  INVALID_COUNTRY: 'We do not know this dial code. Please choose the country from the list.',
  INVALID_LENGTH: 'This number does not have the right number of digits for its country.',
  NOT_A_NUMBER: 'Please enter a phone number, with its dial code.',
} as const

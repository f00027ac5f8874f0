/**
 * How dates and phone numbers are typed. The app sets it once before rendering, because the design system does not know
 * the organization.
 */
export type Region = {
  /** BCP 47. */
  locale: string
  /** 1 (Monday) to 7 (Sunday). */
  first_day_of_week: number
  /** ISO 3166. */
  phone_country: string
}

let known: Region = { locale: 'en', first_day_of_week: 1, phone_country: 'US' }

export function setRegion(chosen: Region): void {
  known = chosen
}

export function region(): Region {
  return known
}

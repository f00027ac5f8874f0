const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' }

/** '1st', '2nd', '3rd', '4th', '11th'. */
export function formatPlace(place: number): string {
  return `${place}${endings[rules.select(place)]}`
}

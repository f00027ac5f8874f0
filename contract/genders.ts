import { organization } from './organization.ts'

/** The details that a player has to give before joining a league: 'phone, level, gender and location'. */
export function neededDetails(place = 'location'): string {
  return `phone, level${organization().gender_required ? ', gender' : ''} and ${place}`
}

/** The options of a field that asks for the gender. Without them it is not asked. */
export function genderOptions(): { value: string; label: string }[] {
  const { genders, gender_required } = organization()
  const options = genders.map(({ name }) => ({ value: name, label: name }))
  return gender_required || options.length === 0 ? options : [...options, { value: '', label: 'No answer' }]
}

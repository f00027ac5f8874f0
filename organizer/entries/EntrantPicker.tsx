import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { call } from '#/web/call.ts'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { searchEntrants } from './contract.ts'

type EntrantPickerProps = {
  label: string
  name: string
  id: string
  error: string | undefined
  hint: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
}

/** Chooses a player by name or email; the choice's id is the email. */
export function EntrantPicker({ hint, ...props }: EntrantPickerProps) {
  return <SearchPicker {...props} search={search} placeholder="Search by name or email" hint={hint} />
}

async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
  const { players } = await call(searchEntrants, { query: { search: text } }, signal)
  return players.map(({ name, email, area, singles_level }) => ({
    id: email,
    name,
    note: [singles_level && levelName(singles_level), area && areaName(area), email].filter(Boolean).join(' · '),
  }))
}

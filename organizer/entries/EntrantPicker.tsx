import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { emailOf } from '#/contract/no-email.ts'
import { levelName } from '#/contract/levels.ts'
import { call } from '#/web/call.ts'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import type { Fitting } from '#/rules/fit.ts'
import { searchEntrants } from '#/organizer/calls.gen.ts'

/** A player who can be entered. The id is the email. */
export type Entrant = Choice & Fitting

type EntrantPickerProps = {
  label: string
  name: string
  id: string
  error: string | undefined
  hint: string
  value: Choice | null
  onChange: (entrant: Entrant | null) => void
}

/** Chooses a player by name or email. */
export function EntrantPicker({ hint, ...props }: EntrantPickerProps) {
  return <SearchPicker {...props} search={search} placeholder="Search by name or email" hint={hint} />
}

async function search(text: string, signal: AbortSignal): Promise<Entrant[]> {
  const { players } = await call(searchEntrants, { query: { search: text } }, { signal })
  return players.map(toEntrant)
}

export function toEntrant({ name, email, area, ...fitting }: Reply<typeof searchEntrants>['players'][number]): Entrant {
  const { singles_level } = fitting
  return {
    ...fitting,
    id: email,
    name,
    note: [singles_level && levelName(singles_level), area && areaName(area), emailOf(email)]
      .filter(Boolean)
      .join(' · '),
  }
}

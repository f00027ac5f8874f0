import { useState } from 'react'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { getOrganizer } from '#/organizer/calls.gen.ts'
import { EveningForm, type ChosenEvening } from './EveningForm.tsx'
import { EveningPlan } from './EveningPlan.tsx'

/** Moves the matches of a day to another one after rain, or cancels their times. */
export default function EveningPage() {
  const read = useRead(getOrganizer, {})
  const [chosen, setChosen] = useState<ChosenEvening | null>(null)
  return (
    <Screen
      title="Move an evening"
      lead="All matches of a day in an area move at once, or lose their times. You see each of them first, and their players are notified once."
      actions={
        <ButtonLink to={deskPaths.matches} variant="secondary">
          All matches
        </ButtonLink>
      }
    >
      {read.data ? (
        <div className="flex flex-col gap-8">
          <EveningForm areas={read.data.areas} onChosen={setChosen} />
          {chosen && <EveningPlan chosen={chosen} onChange={setChosen} />}
        </div>
      ) : (
        <Loaded of={read} loading="Loading your areas" />
      )}
    </Screen>
  )
}

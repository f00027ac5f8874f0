import { useState } from 'react'
import { formatTotal } from '#/contract/format.ts'
import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useAction } from '#/web/action.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { getOrganizerSeason, listOrganizerSeasons, rollOverSeason } from '#/organizer/calls.gen.ts'
import type { SeasonDetail } from './contract.ts'

/** A link to next year's season, or a button that creates it, optionally with the questions. */
export function NextSeason({ season, reason }: { season: SeasonDetail; reason: string | undefined }) {
  const navigate = useNavigate()
  const [takesQuestions, setTakesQuestions] = useState(true)
  const roll = useAction(rollOverSeason, {
    stale: [getOrganizerSeason, listOrganizerSeasons],
    onDone: ({ id }) => navigate(deskPaths.season(id)),
  })
  const next = `${season.name} ${season.year + 1}`
  if (season.next_id !== null)
    return (
      <ButtonLink variant="secondary" to={deskPaths.season(season.next_id)}>
        {next}
      </ButtonLink>
    )
  const query = takesQuestions ? {} : { questions: 'none' as const }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        variant="secondary"
        busy={roll.busy}
        reason={reason}
        onClick={() => roll.run({ params: { id: season.id }, query })}
      >
        Roll over to {season.year + 1}
      </Button>
      {season.questions > 0 && reason === undefined && (
        <Checkbox
          name="questions"
          label={`With its ${formatTotal(season.questions, 'question', 'questions')}`}
          checked={takesQuestions}
          onChange={({ currentTarget }) => setTakesQuestions(currentTarget.checked)}
        />
      )}
    </div>
  )
}

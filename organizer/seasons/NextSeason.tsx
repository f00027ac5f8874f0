import { useNavigate } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { useAction } from '#/web/action.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { getOrganizerSeason, listOrganizerSeasons, rollOverSeason, type SeasonDetail } from './contract.ts'

/** A link to next year's season, or a button that creates it. */
export function NextSeason({ season, reason }: { season: SeasonDetail; reason: string | undefined }) {
  const navigate = useNavigate()
  const roll = useAction(rollOverSeason, {
    stale: [getOrganizerSeason, listOrganizerSeasons],
    onDone: ({ id }) => navigate(paths.organizer.season(id)),
  })
  const next = `${season.name} ${season.year + 1}`
  if (season.next_id !== null)
    return (
      <ButtonLink variant="secondary" to={paths.organizer.season(season.next_id)}>
        {next}
      </ButtonLink>
    )
  return (
    <Button
      variant="secondary"
      busy={roll.busy}
      reason={reason}
      onClick={() => roll.run({ params: { id: season.id } })}
    >
      Roll over to {season.year + 1}
    </Button>
  )
}

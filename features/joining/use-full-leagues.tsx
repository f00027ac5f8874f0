import type { AreaSlug } from '#/contract/areas.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import type { FullLeague } from './DivisionChoice.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { joinWaitList, leaveWaitList, listPlaces, listWaitListEntries } from '#/features/wait-list/contract.ts'

/** The player's place on the wait-lists of a season and area, by division; undefined for a division with free places. */
export function useFullLeagues(
  season: Season,
  area: AreaSlug | undefined,
): (division: Division) => FullLeague | undefined {
  const places = useRead(
    listPlaces,
    { query: { season_id: season.id, area: area ?? '' } },
    { enabled: area !== undefined },
  )
  const waits = useRead(listWaitListEntries, {})
  const join = useChange(joinWaitList, [listWaitListEntries, listPlaces])
  const leave = useChange(leaveWaitList, [listWaitListEntries, listPlaces])

  async function say(done: Promise<{ message: string }>): Promise<void> {
    try {
      showToast({ tone: 'good', text: (await done).message })
    } catch (error) {
      showToast({ tone: 'bad', text: error instanceof Error ? error.message : 'That did not work.' })
    }
  }

  return (division) => {
    const wait = waits.data?.waits.find(
      (each) => each.season_id === season.id && each.division_id === division.id && each.area === area,
    )
    const name = <span className="sr-only">: {division.name}</span>
    if (wait)
      return {
        place: wait.place,
        held_until: wait.held_until,
        action: (
          <Button
            variant="secondary"
            wide
            busy={leave.isPending}
            onClick={() => void say(leave.mutateAsync({ params: { id: wait.id } }))}
          >
            Leave the wait-list{name}
          </Button>
        ),
      }
    const full = places.data?.places.some(({ division_id, free }) => division_id === division.id && free === 0)
    if (!full) return undefined
    return {
      place: null,
      held_until: null,
      action: (
        <Button
          wide
          variant="secondary"
          busy={join.isPending && join.variables.body.division_id === division.id}
          onClick={() =>
            void say(
              join.mutateAsync({ body: { season_id: season.id, division_id: division.id, ...(area ? { area } : {}) } }),
            )
          }
        >
          Join the wait-list{name}
        </Button>
      ),
    }
  }
}

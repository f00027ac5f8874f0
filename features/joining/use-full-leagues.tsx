import { Suspense } from 'react'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import type { FullLeague } from './DivisionCard.tsx'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { joinWaitList, leaveWaitList, listPlaces, listWaitListEntries } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'

// Loaded on demand, because few seasons have such a discount.
const WaitPrice = lazyPart(() => import('./WaitPrice.tsx'), Nothing)

/** The player's wait-list positions in a season and area, by division. Undefined for a division with free places. */
export function useFullLeagues(
  season: Season,
  area: AreaSlug | undefined,
): (division: Division) => FullLeague | undefined {
  const places = useRead(
    listPlaces,
    { query: { season_id: season.id, area: area ?? '' } },
    { enabled: area !== undefined },
  )
  const waitList = useRead(listWaitListEntries, {})
  const stale = [listWaitListEntries, listPlaces]
  const join = useAction(joinWaitList, { stale })
  const leave = useAction(leaveWaitList, { stale })

  return (division) => {
    const entry = waitList.data?.wait_list.find(
      (each) => each.season_id === season.id && each.division_id === division.id && each.area === area,
    )
    const name = <span className="sr-only">: {division.name}</span>
    const price = season.second_division && (
      <Suspense>
        <WaitPrice season={season} price={division.price} />
      </Suspense>
    )
    if (entry)
      return {
        place: entry.place,
        held_until: entry.held_until,
        price,
        action: (
          <Button variant="secondary" wide busy={leave.busy} onClick={() => leave.run({ params: { id: entry.id } })}>
            Leave the wait-list{name}
          </Button>
        ),
      }
    const full = places.data?.places.some(({ division_id, free }) => division_id === division.id && free === 0)
    if (!full) return undefined
    return {
      place: null,
      held_until: null,
      price,
      action: (
        <Button
          wide
          variant="secondary"
          busy={join.input?.body.division_id === division.id}
          onClick={() => join.run({ body: { season_id: season.id, division_id: division.id, ...(area && { area }) } })}
        >
          Join the wait-list{name}
        </Button>
      ),
    }
  }
}

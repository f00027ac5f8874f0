import { queryOptions, useQuery } from '@tanstack/react-query'
import { allAreas, setAreas } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { queries, readOf } from '#/web/api.ts'
import { call, type ApiError } from '#/web/call.ts'
import { token } from '#/web/session.ts'
import { listOrganizerAreas } from '#/organizer/calls.gen.ts'

/** Reads the areas. Forms and tabs use this reply, because the page only has the areas from when it was loaded. */
const areasRead = queryOptions<Reply<typeof listOrganizerAreas>, ApiError>({
  ...readOf(listOrganizerAreas, {}),
  queryFn: async ({ signal }) => {
    const reply = await call(listOrganizerAreas, {}, { signal })
    setAreas(
      reply.areas.map(({ slug, name, time_zone, address, archived, sale_from, contact }) => {
        const before = allAreas().find((area) => area.slug === slug)
        const was = [...(before?.earlier ?? []), ...(before?.address === undefined ? [] : [before.address])]
        return {
          slug,
          name,
          time_zone,
          ...(address !== slug && { address }),
          earlier: was.filter((each) => each !== address),
          ...(archived && { is_archived: true as const }),
          ...(sale_from !== null && { sale_from: sale_from.replaceAll('/', '-') }),
          ...(contact && { contact }),
        }
      }),
    )
    return reply
  },
})

export function useAreasRead() {
  return useQuery(areasRead)
}

/** Starts the read while the screen's code loads. */
export function prefetchAreas(): void {
  if (token.get() !== null) void queries.prefetchQuery(areasRead)
}

import { untilNextQuarter } from '#/server/response-cache.ts'
import { serve } from '#/server/serve.ts'
import { EVERY_AREA } from '#/server/session.ts'
import { getFrontDoor } from './contract.ts'
import { readFrontDoor } from './queries.ts'

export const routes = [
  serve(
    getFrontDoor,
    async ({ app, now, holdsUntil }) => {
      holdsUntil(untilNextQuarter(now))
      return readFrontDoor(app.db, now)
    },
    { area: () => EVERY_AREA, perPlayer: false },
  ),
]

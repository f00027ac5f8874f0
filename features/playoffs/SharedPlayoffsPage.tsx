import { Navigate, useSearchParams } from '#/web/router.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { findArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { getPublicBracket } from '#/features/calls.gen.ts'
import { PlayoffsBoard } from './PlayoffsBoard.tsx'

/** The play-offs as anybody with their link sees them: ?city=&division=. */
export default function SharedPlayoffsPage() {
  const [params] = useSearchParams()
  const [city, division] = [findArea(params.get('city')), params.get('division')]
  if (city === undefined || !division) return <Navigate to={paths.signIn} replace />
  const which = { city, division, season: params.get('season'), year: params.get('year') }
  return (
    <PublicFrame>
      <PlayoffsBoard
        bracket={getPublicBracket}
        which={which}
        kicker="Play-offs"
        empty={<ButtonLink to={paths.leagues}>Join a league</ButtonLink>}
        stageHref={(stage) => paths.sharedPlayoffs({ ...which, stage })}
        resultHref={paths.sharedResult}
        liveHref={paths.sharedLiveScore}
      />
    </PublicFrame>
  )
}

import { Suspense } from 'react'
import { Navigate, useSearchParams } from '#/web/router.tsx'
import { findArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getBracket } from '#/features/calls.gen.ts'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'
import { PlayoffsBoard } from './PlayoffsBoard.tsx'

const DeclineConsolation = lazyPart(() => import('./DeclineConsolation.tsx'), Nothing)

/** The play-offs of one city and division: ?city=&division=. ?season=&year= select older ones. */
export default function PlayoffsPage() {
  const [params] = useSearchParams()
  const [city, division] = [findArea(params.get('city')), params.get('division')]
  if (city === undefined) return <Navigate to={paths.playoffs} replace />
  if (!division) return <Navigate to={paths.playoffDivisions(city)} replace />
  const which = { city, division, season: params.get('season'), year: params.get('year') }
  return (
    <PlayoffsBoard
      bracket={getBracket}
      which={which}
      kicker={<TextLink to={paths.playoffDivisions(city)}>All divisions</TextLink>}
      empty={<ButtonLink to={paths.playoffDivisions(city)}>Choose another division</ButtonLink>}
      stageHref={(stage) => paths.playoffBracket({ ...which, stage })}
      resultHref={paths.result}
      liveHref={paths.liveScore}
      decline={(league_id) => (
        <Suspense fallback={null}>
          <DeclineConsolation league_id={league_id} />
        </Suspense>
      )}
    />
  )
}

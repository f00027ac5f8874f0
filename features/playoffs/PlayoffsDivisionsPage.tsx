import { Navigate, useSearchParams } from '#/web/router.tsx'
import { findArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { CityPlayoffsScreen } from './CityPlayoffsScreen.tsx'

/** The play-offs of a city: ?city=. */
export default function PlayoffsDivisionsPage() {
  const [params] = useSearchParams()
  const city = findArea(params.get('city'))
  return city === undefined ? <Navigate to={paths.playoffs} replace /> : <CityPlayoffsScreen city={city} />
}

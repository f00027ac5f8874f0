import { useParams } from '#/web/router.tsx'
import { getPublicResult } from '#/features/calls.gen.ts'
import { areaName } from '#/contract/areas.ts'
import { SharePartLater } from '#/features/pictures/SharePartLater.tsx'
import { isPictured } from './pictured.ts'
import { ResultBoard } from './ResultBoard.tsx'
import { formatOutcome } from '#/features/matches/format.ts'
import { formatDay, formatLeague } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'

/** A result's public page. */
export default function SharedResultPage() {
  const { id = '' } = useParams()
  return (
    <PublicFrame>
      <SharedResult id={id} />
    </PublicFrame>
  )
}

function SharedResult({ id }: { id: string }) {
  const read = useRead(getPublicResult, { params: { id } })
  const result = read.data
  return (
    <Screen
      title={result ? formatOutcome(result) : 'Result'}
      documentTitle={result && `${formatOutcome(result)} ${result.score_line}`}
      // Both lines take up their space before the result is loaded.
      kicker={result ? `${formatLeague(result)}, ${areaName(result.area)}` : '\u00a0'}
      lead={<p className="tabular">{result ? formatDay(result.match_date) : '\u00a0'}</p>}
    >
      <Loaded
        of={read}
        loading="Loading the result"
        skeleton={{ kind: 'lines', count: 4 }}
        missing="We could not find this result."
        action={<ButtonLink to={paths.signIn}>Go to {organization().name}</ButtonLink>}
      >
        {(loaded) => (
          <>
            <ResultBoard result={loaded} />
            <p className="mt-6">
              <ButtonLink to={paths.result(loaded.id)} variant="secondary">
                Open it in {organization().name}
              </ButtonLink>
            </p>
            {isPictured(loaded) && (
              <div className="mt-10">
                <SharePartLater
                  what="result"
                  path={paths.sharedResult(loaded.id)}
                  title={`${formatOutcome(loaded)} ${loaded.score_line}`}
                  picture={paths.resultPicture(loaded.id)}
                  story={paths.resultPicture(loaded.id, 'story')}
                  file={`result-${loaded.id}`}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

import { useParams } from 'react-router'
import { getPublicResult, type PublicResult } from '#/features/matches/contract.ts'
import { areaName } from '#/contract/areas.ts'
import { ResultBoard } from './ResultBoard.tsx'
import { formatOutcome } from '#/features/matches/format.ts'
import { formatDay } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'

/** A result as anybody with its link sees it. */
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
  if (read.data) return <Board result={read.data} />
  return (
    <>
      <title>Result · Deuce</title>
      <PageHeader title="Result" />
      {read.error ? (
        <ReadError
          of={read}
          missing="We could not find this result."
          action={<ButtonLink to={paths.signIn}>Go to {PRODUCT_NAME}</ButtonLink>}
        />
      ) : (
        <Skeleton count={4} label="Loading the result" />
      )}
    </>
  )
}

function Board({ result }: { result: PublicResult }) {
  const title = formatOutcome(result)
  return (
    <>
      <title>{`${title} ${result.score_line} · Deuce`}</title>
      <PageHeader
        kicker={`${result.league_name} ${result.year}, ${result.level_name}, ${areaName(result.area)}`}
        title={title}
        lead={<p className="tabular">{formatDay(result.match_date)}</p>}
      />
      <ResultBoard result={result} />
      <p className="mt-6">
        <ButtonLink to={paths.result(result.id)} variant="secondary">
          Open it in {PRODUCT_NAME}
        </ButtonLink>
      </p>
    </>
  )
}

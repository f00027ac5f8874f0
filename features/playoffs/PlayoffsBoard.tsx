import { paths } from '#/contract/paths.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { useSearchParams } from '#/web/router.tsx'
import { dayInArea } from '#/contract/area-details.ts'
import { type AreaSlug, areaName } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import { useRepeat } from '#/web/repeat.ts'
import { token } from '#/web/session.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { BracketDrawing } from './BracketDrawing.tsx'
import type { Call } from '#/contract/endpoint.ts'
import type { getBracket, getPublicBracket, PlayoffStages } from './contract.ts'
import { SharePartLater } from '#/features/pictures/SharePartLater.tsx'
import { formatShortDay } from '#/contract/format.ts'
import { currentStage, formatCut } from './format.ts'
import { Champion } from './Champion.tsx'
import { StageTables } from './StageTable.tsx'

const Consolation = lazyPart(() => import('./Consolation.tsx'))

/** Milliseconds between two reads for visitors, who have no live stream. */
const READ_AGAIN_MS = 5_000

type Which = { city: AreaSlug; division: string; season: string | null; year: string | null }

type PlayoffsBoardProps = {
  /** The call to read with: the public one has short names. */
  bracket: Call<typeof getBracket | typeof getPublicBracket>
  which: Which
  kicker: ReactNode
  /** A link to show if there are no play-offs. */
  empty: ReactNode
  stageHref: (stage: number) => string
  resultHref: (match_id: number) => string
  liveHref: (match_id: number) => string
  /** The part by which a signed-in player declines the consolation. */
  decline?: (league_id: number) => ReactNode
}

/** Stages, lists, champion and bracket of one league's play-offs; ?stage= selects the list. */
export function PlayoffsBoard({
  bracket,
  which,
  kicker,
  empty,
  stageHref,
  resultHref,
  liveHref,
  decline,
}: PlayoffsBoardProps) {
  const [params] = useSearchParams()
  const [today] = useState(now)
  const { city, division, season, year } = which
  const read = useRead(
    bracket,
    { query: { city, division, ...(season ? { season } : {}), ...(year ? { year } : {}) } },
    {
      live: {
        topics: (shown) =>
          shown?.league_id ? [`league:${shown.league_id}`, `live-league:${shown.league_id}`] : [`area:${city}`],
        says: 'The play-offs have changed.',
      },
    },
  )
  const drawn = read.data?.stages.length ? read.data : null
  const all = drawn ? [...drawn.stages, ...drawn.consolation] : []
  const isOpen = all.some(({ rows }) => rows.some(({ match_id, score }) => match_id !== null && score === ''))
  useRepeat(read.refetch, isOpen && token.get() === null ? READ_AGAIN_MS : null)
  const place = areaName(city)
  return (
    <Screen
      title={read.data?.division_name ?? 'Play-offs'}
      documentTitle={read.data ? `${read.data.division_name}, ${place} play-offs` : 'Play-offs'}
      kicker={kicker}
      lead={
        drawn ? `${place}, ${drawn.season} ${drawn.year} play-offs` : `${place}, ${dayInArea(city, today).slice(0, 4)}`
      }
    >
      {read.error?.status === 422 ? (
        <EmptyState picture="no-results" title="No result found" action={empty}>
          We could not find this division or season.
        </EmptyState>
      ) : (
        <Loaded
          of={read}
          loading="Loading the play-offs"
          skeleton={{ count: 5 }}
          empty={(playoffs) =>
            playoffs.stages.length === 0 && (
              <EmptyState picture="no-results" title="No result found" action={empty}>
                There are no play-offs here yet. They start after the season, when every result is final.
              </EmptyState>
            )
          }
        >
          {(playoffs) => (
            <Stages
              city={city}
              playoffs={playoffs}
              asked={params.get('stage')}
              stageHref={stageHref}
              resultHref={resultHref}
              liveHref={liveHref}
              decline={decline}
            />
          )}
        </Loaded>
      )}
    </Screen>
  )
}

type StagesProps = Pick<PlayoffsBoardProps, 'stageHref' | 'resultHref' | 'liveHref'> & {
  decline: PlayoffsBoardProps['decline'] | undefined
  city: AreaSlug
  playoffs: PlayoffStages
  asked: string | null
}

function Stages({ city, playoffs, asked, stageHref, resultHref, liveHref, decline }: StagesProps) {
  const { league_id, stages, consolation, cut, division, division_name, season_slug: season, year } = playoffs
  const current = currentStage(stages)
  const shown = stages.find(({ stage }) => String(stage) === (asked ?? String(current))) ?? stages[0]
  return (
    <div className="flex flex-col gap-8">
      <TabLinks
        label="Stages"
        tabs={stages.map((each) => ({
          to: stageHref(each.stage),
          label: each.name,
          current: each === shown,
          note: each.date ? formatShortDay(each.date) : each.rows[0]?.player_one ? 'Decided' : 'Open',
        }))}
      />
      {shown?.stage === 4 ? (
        <Champion stages={stages} />
      ) : shown && shown.rows.length > 0 ? (
        <div className="flex flex-col gap-3">
          <StageTables stage={shown} resultHref={resultHref} liveHref={liveHref} />
          {shown.rows.some(({ provisional }) => provisional) && (
            <p className="max-w-prose text-ink-soft">
              Provisional: an earlier result can still be corrected or disputed. The match can be played meanwhile, and
              its result becomes final after the earlier one.
            </p>
          )}
        </div>
      ) : (
        <p className="text-ink-soft">There are no matches in this stage: everyone who qualified starts later.</p>
      )}
      <section aria-labelledby="bracket">
        <h2 id="bracket" className="lettering mb-4 text-2xl">
          Bracket
        </h2>
        <BracketDrawing stages={stages} stageHref={stageHref} />
        {cut && <p className="mt-4 max-w-prose text-ink-soft">{formatCut(cut)}</p>}
      </section>
      {consolation.length > 0 && (
        <Suspense fallback={<Skeleton label="Loading the consolation" count={3} />}>
          <Consolation stages={consolation} decline={league_id !== null && decline?.(league_id)} />
        </Suspense>
      )}
      <SharePartLater
        what="bracket"
        path={paths.sharedPlayoffs({ city, division, season, year })}
        title={`${division_name} play-offs, ${areaName(city)}`}
        picture={paths.playoffPicture({ city, division, season, year })}
        file={`${division}-play-offs`}
      />
    </div>
  )
}

import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type AreaSlug, areaName } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { BracketDrawing } from './BracketDrawing.tsx'
import { listPlayoffs, type PlayoffRow, type PlayoffStages, type StageOfPlayoffs } from './contract.ts'
import { ShareBracket } from './ShareBracket.tsx'
import { currentStage, finalOf, formatCut, formatShortDay, sideOf } from './format.ts'
import { stateLooks } from '#/contract/format.ts'

type Which = { city: AreaSlug; division: string; season: string | null; year: string | null }

type PlayoffsBoardProps = {
  which: Which
  kicker: ReactNode
  /** A link to show when there are no play-offs. */
  empty: ReactNode
  stageHref: (stage: number) => string
  resultHref: (match_id: number) => string
}

/** Stages, lists, champion and bracket of one league's play-offs; ?stage= chooses the list. */
export function PlayoffsBoard({ which, kicker, empty, stageHref, resultHref }: PlayoffsBoardProps) {
  const [params] = useSearchParams()
  const [thisYear] = useState(() => now().getFullYear())
  const { city, division, season, year } = which
  // Each reply has all stages, so that changing the tab needs no request.
  const read = useRead(listPlayoffs, {
    body: { city, division, stage: 1, ...(season ? { season } : {}), ...(year ? { year } : {}) },
  })
  const made = read.data?.stages.length ? read.data : null
  const unknown = read.error?.status === 422
  const place = areaName(city)
  const name = read.data?.division_name ?? 'Play-offs'
  return (
    <>
      <title>{read.data ? `${name}, ${place} play-offs · Deuce` : 'Play-offs · Deuce'}</title>
      <PageHeader
        kicker={kicker}
        title={name}
        lead={made ? `${place}, ${made.season} ${made.year} play-offs` : `${place}, ${thisYear}`}
      />
      {made ? (
        <Stages
          city={city}
          playoffs={made}
          stage={Number(params.get('stage')) || currentStage(made.stages)}
          stageHref={stageHref}
          resultHref={resultHref}
        />
      ) : read.data || unknown ? (
        <EmptyState picture="no-results" title="No result found" action={empty}>
          {unknown
            ? 'We could not find this division or season.'
            : 'There are no play-offs here yet. They start after the season, when every result is final.'}
        </EmptyState>
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" count={5} label="Loading the play-offs" />
      )}
    </>
  )
}

type StagesProps = Pick<PlayoffsBoardProps, 'stageHref' | 'resultHref'> & {
  city: AreaSlug
  playoffs: PlayoffStages
  stage: number
}

function Stages({ city, playoffs, stage, stageHref, resultHref }: StagesProps) {
  const { stages, cut, division, division_name, season_slug: season, year } = playoffs
  const shown = stages.find((each) => each.stage === stage) ?? stages[0]
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
        <StageTable stage={shown} resultHref={resultHref} />
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
      <ShareBracket which={{ city, division, season, year }} title={`${division_name} play-offs, ${areaName(city)}`} />
    </div>
  )
}

function StageTable({ stage, resultHref }: { stage: StageOfPlayoffs; resultHref: (match_id: number) => string }) {
  return (
    <Table
      caption={stage.name}
      hideCaption
      rows={stage.rows}
      rowKey={(row) => row.slot}
      columns={[
        { key: 'one', header: 'Player one', rowHeader: true, cell: (row) => <Player row={row} side="player_one" /> },
        { key: 'two', header: 'Player two', cell: (row) => <Player row={row} side="player_two" /> },
        { key: 'score', header: 'Score', align: 'right', cell: (row) => <Score row={row} resultHref={resultHref} /> },
      ]}
    />
  )
}

function Player({ row, side }: { row: PlayoffRow; side: 'player_one' | 'player_two' }) {
  const { name, seed, won, lost, withdrew } = sideOf(row, side)
  if (name === null) return <span className="font-normal text-ink-soft">To be decided</span>
  return (
    <span className={won ? 'font-[680]' : lost ? 'font-normal text-ink-soft' : 'font-normal'}>
      {name}
      <span className="tabular ml-1.5 text-sm text-ink-soft">
        <span className="sr-only">seed </span>
        {seed}
      </span>
      {won && (
        <span className="ml-2">
          <Badge tone="good">Won</Badge>
        </span>
      )}
      {withdrew && (
        <span className="ml-2">
          <Badge>Withdrew</Badge>
        </span>
      )}
    </span>
  )
}

function Score({ row, resultHref }: { row: PlayoffRow; resultHref: (match_id: number) => string }) {
  if (row.score === '') return <span className="text-ink-soft">Not played yet</span>
  // A walkover after a withdrawal: there is no match to link to.
  if (row.match_id === null) return <span className="figures text-lg">{row.score}</span>
  return (
    <TextLink
      to={resultHref(row.match_id)}
      className="figures inline-flex min-h-6 items-center text-lg whitespace-nowrap [word-spacing:0.3em]"
    >
      <span className="sr-only">
        {row.player_one} against {row.player_two}:{' '}
      </span>
      {row.score}
      {(row.state === 'unconfirmed' || row.state === 'disputed') && (
        <span className="ml-2">
          <Badge tone={stateLooks[row.state].tone}>{stateLooks[row.state].label}</Badge>
        </span>
      )}
    </TextLink>
  )
}

function Champion({ stages }: { stages: readonly StageOfPlayoffs[] }) {
  const champion = stages.find(({ stage }) => stage === 4)?.rows[0]?.player_one
  const final = finalOf(stages)
  if (!champion) return <p className="text-ink-soft">The champion is known when the final has been played.</p>
  return (
    <div className="on-board flex flex-col gap-3 rounded-md border border-board-line p-6 sm:p-10">
      <p className="flex items-center gap-2 font-[620] text-live">
        <Icon name="result" />
        Champion
      </p>
      <p className="lettering text-3xl">{champion}</p>
      {final && (
        <p className="text-on-board-soft">
          beat {final.opponent} in the final,{' '}
          <span className="figures text-xl whitespace-nowrap text-on-board [word-spacing:0.3em]">{final.score}</span>
        </p>
      )}
    </div>
  )
}

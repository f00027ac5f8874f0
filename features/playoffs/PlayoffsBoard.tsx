import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { areaNames, type AreaSlug } from '#/contract/fields.ts'
import { stateLooks } from '#/features/confirmation/words.ts'
import { useRead } from '#/web/api.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { BracketDrawing } from './BracketDrawing.tsx'
import { listPlayoffs, type PlayoffRow, type PlayoffStages, type StageOfPlayoffs } from './contract.ts'
import { currentStage, finalOf, sayShortDay, sideOf } from './words.ts'

type Which = { city: AreaSlug; division: string; season: string | null; year: string | null }

type PlayoffsBoardProps = {
  which: Which
  kicker: ReactNode
  actions?: ReactNode
  /** The next step when there are none. */
  empty: ReactNode
  stageHref: (stage: number) => string
  resultHref: (match_id: number) => string
}

/** Stages, lists, champion and bracket of one league's play-offs; ?stage= chooses the list. */
export function PlayoffsBoard({ which, kicker, actions, empty, stageHref, resultHref }: PlayoffsBoardProps) {
  const [params] = useSearchParams()
  const [thisYear] = useState(() => new Date().getFullYear())
  const { city, division, season, year } = which
  // Every answer carries all stages, so that a change of the tab asks nothing.
  const read = useRead(listPlayoffs, {
    body: { city, division, stage: 1, ...(season ? { season } : {}), ...(year ? { year } : {}) },
  })
  const made = read.data?.stages.length ? read.data : null
  const unknown = read.error?.status === 422
  const place = areaNames[city]
  const name = read.data?.division_name ?? 'Play-offs'
  return (
    <>
      <title>{read.data ? `${name}, ${place} play-offs · Deuce` : 'Play-offs · Deuce'}</title>
      <PageHeader
        kicker={kicker}
        title={name}
        lead={made ? `${place}, ${made.season} ${made.year} play-offs` : `${place}, ${thisYear}`}
        actions={made && actions}
      />
      {made ? (
        <Stages
          playoffs={made}
          stage={Number(params.get('stage')) || currentStage(made.stages)}
          stageHref={stageHref}
          resultHref={resultHref}
        />
      ) : read.data || unknown ? (
        <EmptyState picture="no-results" title="No result found" action={empty}>
          {unknown
            ? 'There is no such division or season.'
            : 'There are no play-offs here yet. They are made a week after the season, when every result is final.'}
        </EmptyState>
      ) : read.error ? (
        <ErrorState
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
          requestId={read.error.request_id ?? undefined}
        >
          {read.error.message}
        </ErrorState>
      ) : (
        <Skeleton kind="rows" count={5} label="Loading the play-offs" />
      )}
    </>
  )
}

type StagesProps = Pick<PlayoffsBoardProps, 'stageHref' | 'resultHref'> & { playoffs: PlayoffStages; stage: number }

function Stages({ playoffs: { stages }, stage, stageHref, resultHref }: StagesProps) {
  const shown = stages.find((each) => each.stage === stage) ?? stages[0]
  return (
    <div className="flex flex-col gap-8">
      <TabLinks
        label="Stages"
        tabs={stages.map((each) => ({
          to: stageHref(each.stage),
          label: each.name,
          current: each === shown,
          note: each.date ? sayShortDay(each.date) : each.rows[0]?.player_one ? 'Decided' : 'Open',
        }))}
      />
      {shown?.stage === 4 ? (
        <Champion stages={stages} />
      ) : shown && shown.rows.length > 0 ? (
        <StageTable stage={shown} resultHref={resultHref} />
      ) : (
        <p className="text-ink-soft">Nobody plays in this stage: everyone who qualified begins later.</p>
      )}
      <section aria-labelledby="bracket">
        <h2 id="bracket" className="lettering mb-4 text-2xl">
          Bracket
        </h2>
        <BracketDrawing stages={stages} stageHref={stageHref} />
      </section>
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
  const { name, seed, won, lost } = sideOf(row, side)
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
    </span>
  )
}

function Score({ row, resultHref }: { row: PlayoffRow; resultHref: (match_id: number) => string }) {
  if (row.score === '' || row.match_id === null) return <span className="text-ink-soft">Not played yet</span>
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

import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { ResultLink } from '#/web/ResultLink.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { Table } from '#/web/ui/Table.tsx'
import type { PlayoffRow, StageOfPlayoffs } from './contract.ts'
import { sideOf, splitThirdPlace, THIRD_PLACE } from './format.ts'

type StageTableProps = {
  stage: StageOfPlayoffs
  resultHref: (match_id: number) => string
  liveHref: (match_id: number) => string
}

/** The matches of one stage, the one for third place apart. */
export function StageTables({ stage, ...hrefs }: StageTableProps) {
  const [last, third] = splitThirdPlace(stage)
  return (
    <>
      <StageTable stage={{ ...stage, rows: last }} {...hrefs} />
      {third.length > 0 && (
        <>
          <h3 className="font-[650]">{THIRD_PLACE}</h3>
          <StageTable stage={{ ...stage, name: THIRD_PLACE, rows: third }} {...hrefs} />
        </>
      )}
    </>
  )
}

function StageTable({ stage, resultHref, liveHref }: StageTableProps) {
  return (
    <Table
      caption={stage.name}
      hideCaption
      rows={stage.rows}
      rowKey={(row) => row.slot}
      columns={[
        { key: 'one', header: 'Player one', rowHeader: true, cell: (row) => <Player row={row} side="player_one" /> },
        { key: 'two', header: 'Player two', cell: (row) => <Player row={row} side="player_two" /> },
        {
          key: 'score',
          header: 'Score',
          align: 'right',
          cell: (row) => <Score row={row} resultHref={resultHref} liveHref={liveHref} />,
        },
      ]}
    />
  )
}

function Player({ row, side }: { row: PlayoffRow; side: 'player_one' | 'player_two' }) {
  const { name, entry_id, seed, won, lost, withdrew } = sideOf(row, side)
  if (name === null) return <span className="font-normal text-ink-soft">To be decided</span>
  return (
    <span className={won ? 'font-[680]' : lost ? 'font-normal text-ink-soft' : 'font-normal'}>
      <EntryNames entry_id={entry_id} names={name} />
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

function Score({ row, resultHref, liveHref }: { row: PlayoffRow } & Omit<StageTableProps, 'stage'>) {
  const { player_one, player_two, score, state, provisional, match_id, live } = row
  if (score === '' && live && match_id !== null)
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <Badge tone={live.is_over ? 'neutral' : 'live'}>{live.is_over ? 'Played' : 'Live'}</Badge>
        <TextLink to={liveHref(match_id)} className="figures inline-flex min-h-6 flex-wrap items-center px-1 text-lg">
          {live.line}
          <span className="sr-only">
            , follow {player_one} against {player_two}
          </span>
        </TextLink>
      </span>
    )
  if (score === '')
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2 text-ink-soft">
        Not played yet
        {provisional && <Badge tone="warn">Provisional</Badge>}
      </span>
    )
  // A walkover after a withdrawal: there is no match to link to.
  if (match_id === null) return <span className="figures text-lg">{score}</span>
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <ResultLink to={resultHref(match_id)} sides={[player_one, player_two]} score={score} state={state} />
      {provisional && <Badge tone="warn">Provisional</Badge>}
    </span>
  )
}

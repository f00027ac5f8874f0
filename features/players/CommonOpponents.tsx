import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { Table } from '#/web/ui/Table.tsx'
import type { Comparison } from './contract.ts'
import { formatRecord } from './format.ts'

/** Both players' records against the opponents they share. */
export function CommonOpponents({
  comparison: { player_one, player_two, common_opponents },
}: {
  comparison: Comparison
}) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="lettering text-xl">Common opponents</h2>
      {common_opponents.length === 0 ? (
        <p className="text-ink-soft">Nobody has played singles against both yet.</p>
      ) : (
        <Table
          caption="Won and lost in singles against the same players"
          hideCaption
          rows={common_opponents}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: 'Opponent',
              rowHeader: true,
              cell: ({ id, name }) => <PlayerName player_id={id} name={name} />,
            },
            { key: 'one', header: player_one.name, cell: (row) => formatRecord(row.player_one), className: 'tabular' },
            { key: 'two', header: player_two.name, cell: (row) => formatRecord(row.player_two), className: 'tabular' },
          ]}
        />
      )}
    </section>
  )
}

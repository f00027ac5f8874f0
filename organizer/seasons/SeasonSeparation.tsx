import { formatTitle } from '#/rules/formats/formats.ts'
import { compareFormats, separationSentences } from '#/rules/formats/separation.ts'
import { Table } from '#/web/ui/Table.tsx'
import type { OrganizerLeague, SeasonDetail } from './contract.ts'
import { expectedPlayers, weeksOfSeason } from './format.ts'

/** The kinds of leagues that are shown; the others are in each league's format. */
const MOST_GROUPS = 3

/** Before the draw: how well the formats of the season's leagues tell players apart, beside others for the same weeks. */
export function SeasonSeparation({ season }: { season: SeasonDetail }) {
  const weeks = weeksOfSeason(season)
  const groups = groupLeagues(season.leagues.filter(({ drawn, offered }) => offered && !drawn))
    .map((group) => ({
      ...group,
      sentences: separationSentences(group.format, { players: group.players, weeks }),
      others: compareFormats({ players: group.players, weeks }),
    }))
    .filter(({ sentences }) => sentences.length > 0)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="separation" className="mt-10">
      <h2 id="separation" className="lettering text-2xl">
        Does the best half qualify?
      </h2>
      <p className="mt-2 text-muted">
        From simulated seasons of {weeks} weeks with a match a week. To choose another format, press the format of a
        league.
      </p>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        {groups.slice(0, MOST_GROUPS).map(({ key, format, players, leagues, sentences, others }) => (
          <div key={key}>
            <h3 className="font-[650]">
              {formatTitle(format)}, {players} players ({leagues === 1 ? 'one league' : `${leagues} leagues`})
            </h3>
            <p className="mt-1">{sentences.join(' ')}</p>
            <div className="mt-3">
              <Table
                caption={`Formats for ${players} players and ${weeks} weeks`}
                rows={others}
                rowKey={(each) => formatTitle(each.format)}
                columns={[
                  { key: 'format', header: 'Format', rowHeader: true, cell: (each) => formatTitle(each.format) },
                  {
                    key: 'percent',
                    header: 'True best half in the top half',
                    align: 'right',
                    cell: ({ percent }) => `${percent} %`,
                  },
                ]}
              />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Leagues of one format and expected size, the most common first. */
function groupLeagues(leagues: readonly OrganizerLeague[]) {
  const groups = new Map<string, { key: string; format: OrganizerLeague['format']; players: number; leagues: number }>()
  for (const league of leagues) {
    const players = expectedPlayers(league)
    const key = `${formatTitle(league.format)}, ${players}`
    const known = groups.get(key) ?? { key, format: league.format, players, leagues: 0 }
    groups.set(key, { ...known, leagues: known.leagues + 1 })
  }
  return [...groups.values()].toSorted((a, b) => b.leagues - a.leagues)
}

import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { listStandings } from '#/features/calls.gen.ts'
import { ExplainedStandings } from '#/features/standings/ExplainedStandings.tsx'
import { TableNotes } from '#/features/standings/TableNotes.tsx'
import { formatWordsOf } from '#/rules/formats/formats.ts'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeagueDetail } from './contract.ts'
import { formatNext } from './format.ts'

/** The table of a league, as its players see it, and the next days. */
export function TableTab({ league }: { league: LeagueDetail }) {
  const { id, area, season_slug: season, year, division } = league
  const list = useList(listStandings, { query: { area, season, year, division } })
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <PagedList
          list={list}
          loading="Loading the table"
          skeletonRows={8}
          empty={{ picture: 'no-league', title: 'Nobody yet', text: 'Nobody has entered this league.' }}
        >
          {({ players, group, has_results, ladder, left, corrections }) => (
            <>
              <ExplainedStandings
                league_id={id}
                caption={`${league.entries} ${league.entries === 1 ? 'entry' : 'entries'}`}
                group={group}
                rows={players}
                has_results={has_results}
                ladder={ladder}
              />
              <TableNotes left={left} corrections={corrections} />
              <p className="mt-4">
                <TextLink to={paths.fullStandings({ area, season, year, division })}>
                  Full table with sets, games and play-off places
                </TextLink>
              </p>
            </>
          )}
        </PagedList>
      </div>
      <NextDays league={league} />
    </div>
  )
}

function NextDays({ league: { next, format } }: { league: LeagueDetail }) {
  const word = formatWordsOf(format.kind).by_period ? 'Period' : 'Round'
  return (
    <aside aria-labelledby="next">
      <h2 id="next" className="lettering text-lg">
        Next
      </h2>
      {next.length === 0 && <p className="mt-2 text-ink-soft">Nothing more is planned.</p>}
      <ol className="mt-1">
        {next.map((each) => (
          <li key={`${each.kind} ${each.match_id}`} className="border-b border-line py-2.5 last:border-b-0">
            {each.match_id === null ? (
              formatNext(each, word)
            ) : (
              <TextLink to={deskPaths.match(each.match_id)}>{formatNext(each, word)}</TextLink>
            )}
            <span className="block text-sm text-ink-soft">{formatDay(each.day)}</span>
          </li>
        ))}
      </ol>
    </aside>
  )
}

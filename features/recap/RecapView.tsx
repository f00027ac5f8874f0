import type { ReactNode } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { formatRecord } from '#/features/players/format.ts'
import { PlacesLater } from '#/features/players/PlacesLater.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { ResultLink } from '#/web/ResultLink.tsx'
import { Card } from '#/web/ui/Card.tsx'
import type { Recap, RecapLine } from './contract.ts'
import { formatGain, formatMatches, formatOpponents, formatTitle } from './format.ts'

type RecapViewProps = { recap: Recap; resultHref: (match_id: number) => string }

/** A season in figures. */
export function RecapView({ recap, resultHref }: RecapViewProps) {
  const { record, playoff_record, longest_streak, titles, places, favorite_opponent } = recap
  return (
    <div className="flex flex-col gap-6">
      {titles.length > 0 && (
        <ul className="on-board flex flex-col gap-3 rounded-md border border-board-line p-4 sm:p-6">
          {titles.map((title) => (
            <li key={`${title.league_id} ${title.match_id}`} className="lettering flex items-center gap-3 text-xl">
              <span className="text-live">
                <Icon name="result" />
              </span>
              {formatTitle(title)}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        <Tile term="Won and lost" value={formatRecord(record)} />
        <Tile term="Matches played" value={formatMatches(recap)} />
        {playoff_record.wins + playoff_record.losses > 0 && (
          <Tile term="Play-offs" value={formatRecord({ ...playoff_record, ties: 0 })} />
        )}
        <MatchTile term="Best win" match={recap.best_win} resultHref={resultHref} />
        <MatchTile
          term="Closest match"
          match={recap.closest_match && { ...recap.closest_match, place: null }}
          resultHref={resultHref}
        />
        {longest_streak > 1 && <Tile term="Wins in a row" value={longest_streak} />}
        {places.map(({ league_id, level_name, area, first, last, entries }) => (
          <Tile
            key={league_id}
            wide
            term={`${level_name}, ${areaName(area)}`}
            value={`${formatOrdinal(last)} of ${entries}`}
            note={`${formatGain(first - last)} since the first result`}
          />
        ))}
        {favorite_opponent && (
          <Tile term="Met most often" value={formatRecord(favorite_opponent)} note={favorite_opponent.name} />
        )}
      </dl>
      {places.map((league) => (
        <PlacesLater key={league.league_id} {...league} />
      ))}
    </div>
  )
}

type TileProps = { term: string; value: ReactNode; note?: string; wide?: true }

function Tile({ term, value, note, wide }: TileProps) {
  return (
    <Card className={wide ? 'max-sm:col-span-2' : ''}>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1">
        <span className="figures text-3xl">{value}</span>
        {note !== undefined && <span className="mt-1 block text-ink-soft wrap-anywhere">{note}</span>}
      </dd>
    </Card>
  )
}

type MatchTileProps = Pick<RecapViewProps, 'resultHref'> & { term: string; match: RecapLine | null }

function MatchTile({ term, match, resultHref }: MatchTileProps) {
  if (!match) return null
  return (
    <Tile
      wide
      term={term}
      value={<ResultLink to={resultHref(match.match_id)} score={match.score_line} />}
      note={`${verbs[match.outcome]} ${formatOpponents(match)}, ${formatDay(match.match_date)}`}
    />
  )
}

const verbs = { won: 'Beat', lost: 'Lost to', tied: 'Tied with' } as const

import { useState } from 'react'
import { Link } from '#/web/router.tsx'
import { formatMoment, formatLeague } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { useChanged } from '#/web/ui/updates.ts'
import type { Activity, MyStanding, News } from './contract.ts'
import { formatNews, formatRecord } from './format.ts'

/** News shown at first of each part. */
const FEW = 3

type LeagueNewsProps = Pick<Activity, 'news' | 'more' | 'since' | 'standings'>

/** The player's positions in their leagues, and the news since the last visit. */
export function LeagueNews({ news, more, since, standings }: LeagueNewsProps) {
  const fresh = news.filter(({ is_new }) => is_new)
  const earlier = news.filter(({ is_new }) => !is_new)
  const area = news[0]?.league.area
  return (
    <section aria-labelledby="leagues">
      <h2 id="leagues" className="lettering mb-3 text-2xl">
        In your leagues
      </h2>
      {standings.length > 0 && (
        <ul className="mb-5 border-t border-line">
          {standings.map((line) => (
            <Place key={line.league_id} line={line} />
          ))}
        </ul>
      )}
      {since !== null && (
        <>
          <h3 className="font-[680]">Since your last visit</h3>
          <p className="mb-1 text-sm text-ink-soft">
            {fresh.length === 0 ? `Nothing new since ${formatMoment(since)}.` : `That was ${formatMoment(since)}.`}
          </p>
          <NewsList news={fresh} />
        </>
      )}
      {earlier.length > 0 && (
        <>
          <h3 className={`font-[680] ${since === null ? '' : 'mt-6'}`}>{since === null ? 'Lately' : 'Before'}</h3>
          <NewsList news={earlier} />
        </>
      )}
      {news.length === 0 && (
        <p className="text-ink-soft">Results, new players and play-offs of your leagues appear here.</p>
      )}
      {more && area !== undefined && (
        <p className="mt-3">
          <TextLink to={paths.areaResults(area)}>All results</TextLink>
        </p>
      )}
    </section>
  )
}

function Place({ line }: { line: MyStanding }) {
  const changed = useChanged(line)
  // Before the first result the position is decided by lot and means nothing.
  const hasPlayed = line.wins + line.losses + line.ties > 0
  return (
    <li className={`${changed} border-b border-line`}>
      <Link
        to={paths.leagueStandings(line)}
        className="flex min-h-11 items-baseline gap-3 py-2 no-underline hover:underline"
      >
        <span className="figures min-w-9 text-xl">{hasPlayed ? formatOrdinal(line.rank) : '–'}</span>
        <span className="min-w-0 text-sm">
          <span className="font-[620]">of {line.total}</span>, {formatRecord(line)}
          <span className="block text-ink-soft">{formatLeague(line)}</span>
        </span>
      </Link>
    </li>
  )
}

function NewsList({ news }: { news: readonly News[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (news.length === 0) return null
  const shown = showsAll ? news : news.slice(0, FEW)
  return (
    <>
      <ul className="mt-2 border-t border-line">
        {shown.map((item) => (
          <NewsRow key={[item.kind, item.at, formatNews(item).to].join(' ')} item={item} />
        ))}
      </ul>
      {shown.length < news.length && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show {news.length - shown.length} more
        </Button>
      )}
    </>
  )
}

function NewsRow({ item }: { item: News }) {
  const { text, score, to } = formatNews(item)
  const changed = useChanged(item)
  return (
    <li className={`${changed} border-b border-line`}>
      <Link to={to} className="flex min-h-11 flex-col justify-center py-2 no-underline hover:underline">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <span className={item.is_new ? 'font-[680]' : ''}>{text}</span>
          {score !== '' && <span className="tabular whitespace-nowrap">{score}</span>}
          {item.is_new && <Badge tone="live">New</Badge>}
        </span>
        <span className="text-sm text-ink-soft">
          {item.league.level_name}, <time dateTime={item.at}>{formatMoment(item.at)}</time>
        </span>
      </Link>
    </li>
  )
}

import { phoneLink } from '#/contract/phone-link.ts'
import type { ComponentType, ReactNode } from 'react'
import { areaName, listedAreas } from '#/contract/areas.ts'
import { formatDay, formatDays, formatShortDay, formatTotal } from '#/contract/format.ts'
import { formatAmount, formatPrice, toCents } from '#/contract/money.ts'
import { formatNumber } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { paths } from '#/contract/paths.ts'
import { dayInZone } from '#/rules/day.ts'
import { sports, sportWords, type Sport } from '#/rules/sports/formats.ts'
import { yearInAddress } from '#/features/seasons/offers.ts'
import { useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import { Queries } from '#/web/Queries.tsx'
import { Link } from '#/web/router.tsx'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getFrontDoor } from '#/features/calls.gen.ts'
import type { FrontDoor, FrontResult, FrontSeason, FrontTable } from './contract.ts'
import { formatLeagues } from './format.ts'
import { ChoosePicture, CourtLines, PlayPicture, TablePicture } from './StoryPictures.tsx'

/**
 * `opening`: the first part, with the call to action. `rest`: the seasons to join, how it works, and recent results.
 */
export type StoryProps = { part: 'opening' | 'rest' }

/** The front door's content from the organization's data (docs/product.md, "Screens"). */
export default function StoryPart({ part }: Pick<StoryProps, 'part'>) {
  return (
    <Queries>
      <ReadPart part={part} />
    </Queries>
  )
}

function ReadPart({ part }: Pick<StoryProps, 'part'>) {
  const { data } = useRead(getFrontDoor, {})
  return part === 'opening' ? <Opening door={data} /> : data ? <Rest door={data} /> : null
}

/** The first part: a description of the league, and the call to action. Without data it has static text. */
function Opening({ door }: { door: FrontDoor | undefined }) {
  const { name, short_name } = organization()
  const isSold = door === undefined || door.seasons.length > 0
  return (
    <div className="on-board relative overflow-hidden">
      <CourtLines sport={sportOf(door)} />
      <div className="relative mx-auto flex max-w-5xl flex-col px-4 py-8 sm:px-8 sm:py-10">
        {name !== short_name && (
          <p dir="auto" className="mb-3 font-[620] text-on-board-soft">
            {name}
          </p>
        )}
        <h1 tabIndex={-1} className="lettering max-w-xl text-3xl">
          {formatLeagues(door?.sports ?? [])}
        </h1>
        <p className="mt-4 max-w-xl text-lg text-on-board-soft">
          Real matches against people at your level. You agree on when and where; the table and the play-offs keep the
          score.
        </p>
        <Link
          to={paths.leagues}
          className="mt-8 inline-flex min-h-14 items-center justify-center rounded-sm border-2 border-transparent bg-live px-7 py-1.5 text-lg leading-tight font-[680] text-on-live quick-colors hover:[filter:brightness(1.1)] active:[translate:0_1px] sm:self-start"
        >
          {isSold ? 'Find my league' : 'See the leagues'}
        </Link>
        {isSold ? (
          door && <Facts door={door} />
        ) : (
          <p className="mt-6 max-w-md text-on-board-soft">{formatClosed(door)}</p>
        )}
      </div>
    </div>
  )
}

function formatClosed({ next }: FrontDoor): string {
  if (!organization().is_open) return 'This league is being set up. You cannot join yet.'
  return next
    ? `${next.name} ${next.year} can be joined from ${formatDay(next.sale_from)}.`
    : 'There is no league to join today. The next season appears here on the day its sale begins.'
}

/** First day, price and number of players, on a scoreboard. */
function Facts({ door: { seasons, players } }: { door: FrontDoor }) {
  const [next] = seasons
  if (!next) return null
  const lowest = Math.min(...seasons.map(({ price }) => price))
  const isSame = seasons.every((season) => season.highest_price === lowest)
  return (
    <dl className="mt-8 flex flex-wrap gap-x-6 gap-y-4">
      <Fact label={`${next.name} ${hasBegun(next) ? 'began' : 'begins'}`}>{formatShortDay(next.starting_date)}</Fact>
      <Fact label={isSame ? 'for a season' : 'a season, from'}>
        {isSame ? formatPrice(toCents(lowest)) : formatAmount(lowest)}
      </Fact>
      {players > 0 && <Fact label={players === 1 ? 'player' : 'players'}>{formatNumber(players)}</Fact>}
    </dl>
  )
}

/** The sport whose court is drawn: the first one played here. */
function sportOf(door: FrontDoor | undefined): Sport {
  return sports.find((sport) => door?.sports.includes(sport)) ?? sports[0]
}

function hasBegun({ starting_date }: FrontSeason): boolean {
  return starting_date < wireDay(dayInZone(now(), organization().time_zone))
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="text-sm text-on-board-soft">{label}</dt>
      <dd className="figures text-2xl text-live">{children}</dd>
    </div>
  )
}

function Rest({ door }: { door: FrontDoor }) {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-12 px-4 py-8 sm:px-8 sm:py-10">
      {door.seasons.length > 0 && <Seasons seasons={door.seasons} />}
      <Areas door={door} />
      <Steps sport={sportOf(door)} />
      {door.results.length > 0 && <Played results={door.results} />}
      {door.tables.length > 0 && <Tables tables={door.tables} />}
      <Contact />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="lettering mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

function Seasons({ seasons }: { seasons: readonly FrontSeason[] }) {
  return (
    <Part title="Open to join">
      <ul className="border-t border-ink">
        {seasons.map((season) => (
          <li key={season.id} className="relative border-b border-line bg-surface hover:bg-sunk">
            <Season season={season} address={paths.leaguesOf(season.slug, yearInAddress(seasons, season))} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Season({ season, address }: { season: FrontSeason; address: string }) {
  const { name, year, starting_date, ending_date, sold_until, price, highest_price, is_early, entries } = season
  const varies = highest_price > price
  return (
    <Link to={address} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-3 sm:px-4">
      <span className="min-w-0">
        <span className="lettering block text-xl underline decoration-edge decoration-2 underline-offset-4">
          {name} {year}
        </span>
        <span className="tabular block text-sm text-ink-soft">{formatDays(starting_date, ending_date)}</span>
      </span>
      <span className="text-right">
        <span className="figures block text-xl">
          {varies && <span className="text-sm">from </span>}
          {varies ? formatAmount(price) : formatPrice(toCents(price))}
        </span>
        <span className="tabular block text-sm text-ink-soft">
          {entries === 0 ? 'Be the first to join' : `${formatNumber(entries)} joined`}
        </span>
      </span>
      <span className="tabular col-span-2 text-sm text-ink-soft">
        {is_early ? 'Early price. ' : ''}Join by {formatDay(sold_until)}
      </span>
    </Link>
  )
}

function Areas({ door: { areas } }: { door: FrontDoor }) {
  // If there is only one area, the heading already names it.
  if (listedAreas().length < 2) return null
  return (
    <Part title="Where we play">
      <ul className="flex flex-wrap gap-2">
        {areas.map(({ area, players }) => (
          <li key={area} className="min-w-0">
            <Link
              to={paths.leaguesIn(area)}
              className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-edge bg-surface px-4 py-2 font-[620] hover:border-ink"
            >
              <span className="min-w-0">{areaName(area)}</span>
              {players > 0 && (
                <span className="tabular text-sm font-normal whitespace-nowrap text-ink-soft">
                  {formatTotal(players, 'player', 'players')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const steps: { Picture: ComponentType<{ sport: Sport }>; title: string; text: string }[] = [
  {
    Picture: ChoosePicture,
    title: 'Choose your league',
    text: 'By area, level, and who plays. When the season begins, your matches are drawn.',
  },
  {
    Picture: PlayPicture,
    title: 'Play when it suits you',
    text: 'Offer a few times, your opponent takes one. Play on a court near you, and report the score from your phone.',
  },
  {
    Picture: TablePicture,
    title: 'Follow the table',
    text: 'It changes with every score and says why you are where you are. The best go on to the play-offs.',
  },
]

function Steps({ sport }: { sport: Sport }) {
  return (
    <Part title="How it works">
      <ol className="grid gap-6 sm:grid-cols-3">
        {steps.map(({ Picture, title, text }, index) => (
          <li key={title} className="flex flex-col gap-3">
            <Picture sport={sport} />
            <h3 className="lettering text-xl">
              {index + 1}. {title}
            </h3>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Played({ results }: { results: readonly FrontResult[] }) {
  const [newest, ...others] = results
  return (
    <Part title="Just played">
      {newest && (
        <Scoreboard
          size="large"
          sides={[{ name: newest.winner }, { name: newest.opponent }]}
          sets={newest.set_games}
          word={sportWords[newest.sport].set}
          winner={newest.is_tie ? null : 0}
          caption={`${newest.winner} against ${newest.opponent}`}
          foot={
            <Link
              to={paths.sharedResult(newest.id)}
              className="inline-block py-1 text-on-board underline decoration-board-line decoration-2 underline-offset-4 hover:no-underline"
            >
              {formatWhere(newest)}
            </Link>
          }
        />
      )}
      {others.length > 0 && (
        <ul className="mt-4 border-t border-ink">
          {others.map((result) => (
            <li key={result.id} className="border-b border-line bg-surface hover:bg-sunk">
              <Link
                to={paths.sharedResult(result.id)}
                className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 px-3 py-3"
              >
                <span className="min-w-0">
                  <strong className="font-[680]">{result.winner}</strong> {result.is_tie ? 'and' : 'beat'}{' '}
                  {result.opponent}
                </span>
                <span className="figures text-lg whitespace-nowrap">{result.score_line}</span>
                <span className="col-span-2 text-sm text-ink-soft">{formatWhere(result)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function formatWhere({ area, level_name, match_date }: FrontResult): string {
  return `${level_name}, ${areaName(area)}, ${formatDay(match_date)}`
}

function Tables({ tables }: { tables: readonly FrontTable[] }) {
  return (
    <Part title="Top of the tables">
      <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {tables.map((table) => (
          <li key={`${table.area} ${table.level_name}`} className="min-w-0">
            <table className="w-full border-collapse text-left">
              <caption className="pb-2 text-left">
                <span className="lettering block text-lg">{table.level_name}</span>
                <span className="text-sm text-ink-soft">
                  {areaName(table.area)}, {table.league_name} {table.year}
                </span>
              </caption>
              <thead>
                <tr className="border-b-2 border-ink text-sm text-ink-soft">
                  <th scope="col" className="py-1 pl-3 font-[650]">
                    <span className="sr-only">Rank</span>
                  </th>
                  <th scope="col" className="px-2 py-1 font-[650]">
                    Player
                  </th>
                  <th scope="col" className="px-2 py-1 text-right font-[650]">
                    Won
                  </th>
                  <th scope="col" className="py-1 pr-3 text-right font-[650]">
                    Lost
                  </th>
                </tr>
              </thead>
              <tbody>
                {table.players.map(({ rank, name, wins, losses }) => (
                  <tr key={`${rank} ${name}`} className="border-b border-line bg-surface">
                    <td className="figures py-2 pl-3 text-lg">{rank}</td>
                    <th scope="row" className="px-2 py-2 font-[620] wrap-anywhere">
                      {name}
                    </th>
                    <td className="figures px-2 py-2 text-right text-lg">{wins}</td>
                    <td className="figures py-2 pr-3 text-right text-lg text-ink-soft">{losses}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The operator and the contact. */
function Contact() {
  const { name, support_email, support_phone } = organization()
  return (
    <footer className="border-t border-line pt-6 text-ink-soft">
      <p>
        {name} runs the leagues. Questions?{' '}
        <a
          className="py-1 underline decoration-2 underline-offset-4 hover:no-underline"
          href={`mailto:${support_email}`}
        >
          {support_email}
        </a>
        {support_phone !== '' && (
          <>
            {' '}
            or{' '}
            <a
              className="py-1 whitespace-nowrap underline decoration-2 underline-offset-4 hover:no-underline"
              href={phoneLink(support_phone)}
            >
              {support_phone}
            </a>
          </>
        )}
      </p>
      <p className="mt-2">
        <TextLink to={paths.leagues}>All leagues and prices</TextLink>
      </p>
    </footer>
  )
}

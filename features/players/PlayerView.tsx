import type { ReactNode } from 'react'
import { formatLeague } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { formatTime } from '#/contract/time.ts'
import { Face } from '#/features/leagues/Face.tsx'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { RatingCard } from '#/features/ratings/RatingCard.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { formatRecord, formatStreak } from './format.ts'
import { FormStrip } from './OutcomeLetter.tsx'
import type { PagePart, PlayerPage } from './page-contract.ts'
import { PlacesLater } from './PlacesLater.tsx'
import { ResultLines } from './ResultLines.tsx'

/** Charts of the newest leagues. */
const MOST_CHARTS = 3

type PlayerViewProps = {
  page: PlayerPage
  /** All results, with their filters. */
  matches: ReactNode
  resultHref: (match_id: number) => string
  /** All changes of the rating. Without it, there is no link to them. */
  changesHref?: (pool: string) => string
  /** Without it, leagues are no links. */
  standingsHref?: (league: NonNullable<PlayerPage['records']>[number]) => string
}

/** A player's page below its heading. */
export function PlayerView({ page, matches, resultHref, changesHref, standingsHref }: PlayerViewProps) {
  const { player, hidden, pools, rating, form, streaks, head_to_head, favorites, partners } = page
  const isPrivate = page.record === null
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-3 lg:items-start">
      <div className="flex flex-col gap-8">
        {pools && (pools.length > 0 || player.is_me) && (
          <Part title="Rating" part="rating" page={page}>
            {pools.length > 0 ? (
              <RatingCard rating={rating} pools={pools} changesHref={changesHref} />
            ) : (
              <p className="text-ink-soft">
                Your first match gives you a rating. <TextLink to={paths.rating}>How ratings work</TextLink>
              </p>
            )}
          </Part>
        )}
        {page.record && page.playoff_record && (
          <Part title="Record" part="record" page={page}>
            <Card>
              <p className="text-sm text-ink-soft">Last ten, newest first</p>
              <div className="mt-2 mb-3">
                <FormStrip
                  form={(form ?? []).map(({ opponents, ...result }) => ({
                    ...result,
                    opponent: opponents.map(({ name }) => name).join(' & '),
                  }))}
                  resultHref={resultHref}
                />
              </div>
              <DataList
                items={[
                  { term: 'Overall league record', value: formatRecord(page.record) },
                  { term: 'Play-offs', value: formatRecord({ ...page.playoff_record, ties: 0 }) },
                  ...(streaks?.current
                    ? [
                        { term: 'Current streak', value: formatStreak(streaks.current) },
                        { term: 'Most wins in a row', value: streaks.longest_wins },
                      ]
                    : []),
                ]}
              />
            </Card>
          </Part>
        )}
        {head_to_head && <HeadToHeadPart name={player.name} between={head_to_head} resultHref={resultHref} />}
        {page.records && page.records.length > 0 && (
          <Part title="Seasons" part="record" page={page}>
            <Seasons page={page} records={page.records} standingsHref={standingsHref} />
          </Part>
        )}
        {page.places && page.places.some(({ series }) => series.length > 1) && (
          <Part title="Place over time" part="record" page={page}>
            <div className="flex flex-col gap-6">
              {page.places.slice(0, MOST_CHARTS).map((league) => (
                <PlacesLater key={league.league_id} {...league} level_name={formatLeague(league)} />
              ))}
            </div>
          </Part>
        )}
        {partners && partners.length > 0 && (
          <Part title="Partners" part="record" page={page}>
            <ul className="border-t border-line">
              {partners.map((partner) => (
                <li key={partner.id} className="flex items-center gap-3 border-b border-line bg-surface px-3 py-2.5">
                  <Face player_id={partner.id} name={partner.name} />
                  <span className="min-w-0 flex-1 font-[650] wrap-anywhere">
                    <PlayerName player_id={partner.id} name={partner.name} />
                  </span>
                  <span className="tabular">{formatRecord(partner)}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {favorites && (favorites.court !== null || favorites.hour !== null) && (
          <Part title="Court and hour" part="hours" page={page}>
            <DataList
              items={[
                ...(favorites.court === null ? [] : [{ term: 'Most matches at', value: favorites.court }]),
                ...(favorites.hour === null ? [] : [{ term: 'Most often at', value: formatTime(favorites.hour) }]),
              ]}
            />
          </Part>
        )}
        {player.is_me && hidden.length > 0 && (
          <p className="text-ink-soft">
            Others do not see the parts that are marked “Only you”.{' '}
            <TextLink to={paths.privacySettings}>Choose what they see</TextLink>
          </p>
        )}
      </div>
      <div className="lg:col-span-2">
        {isPrivate && (
          <p className="text-ink-soft">
            {player.name} keeps the rest private. Tables, results and brackets show everybody who has played.
          </p>
        )}
        {matches && (
          <Part title="Results" part="record" page={page}>
            {matches}
          </Part>
        )}
      </div>
    </div>
  )
}

type PartProps = { title: string; part: PagePart; page: PlayerPage; children: ReactNode }

function Part({ title, part, page: { player, hidden }, children }: PartProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="lettering mb-3 flex items-baseline gap-3 text-xl">
        {title}
        {player.is_me && hidden.includes(part) && <Badge>Only you</Badge>}
      </h2>
      {children}
    </section>
  )
}

type Between = NonNullable<PlayerPage['head_to_head']>

function HeadToHeadPart({
  name,
  between,
  resultHref,
}: Pick<PlayerViewProps, 'resultHref'> & { name: string; between: Between }) {
  return (
    <section aria-labelledby="head-to-head">
      <h2 id="head-to-head" className="lettering mb-3 text-xl">
        You against {name} {between.results.length > 0 && <span className="figures ml-2">{formatRecord(between)}</span>}
      </h2>
      {between.results.length === 0 ? (
        <p className="text-ink-soft">You have not met yet.</p>
      ) : (
        <ResultLines
          against
          label={`Your last matches against ${name}`}
          results={between.results}
          resultHref={resultHref}
        />
      )}
    </section>
  )
}

/** The place and the record in each league, with titles. */
function Seasons({
  page: { places, titles },
  records,
  standingsHref,
}: {
  standingsHref: PlayerViewProps['standingsHref'] | undefined
  page: PlayerPage
  records: NonNullable<PlayerPage['records']>
}) {
  return (
    <Table
      caption="Seasons, newest first"
      hideCaption
      phone="table"
      rows={records}
      rowKey={({ league_id }) => league_id}
      columns={[
        {
          key: 'league',
          header: 'League',
          rowHeader: true,
          cell: (row) => {
            const title = titles?.find(({ league_id }) => league_id === row.league_id)
            return (
              <>
                {standingsHref ? <TextLink to={standingsHref(row)}>{formatLeague(row)}</TextLink> : formatLeague(row)}
                {title && (
                  <span className="ml-2">
                    <Badge tone={title.won ? 'good' : 'neutral'}>{formatTitle(title)}</Badge>
                  </span>
                )}
              </>
            )
          },
        },
        {
          key: 'place',
          header: 'Place',
          className: 'tabular whitespace-nowrap',
          cell: ({ league_id }) => {
            const place = places?.find((each) => each.league_id === league_id)
            return place ? `${formatOrdinal(place.place)} of ${place.entries}` : '–'
          },
        },
        { key: 'record', header: 'Record', className: 'tabular whitespace-nowrap', cell: formatRecord },
      ]}
    />
  )
}

function formatTitle({ won, match_id }: NonNullable<PlayerPage['titles']>[number]): string {
  if (!won) return 'Finalist'
  return match_id === null ? 'First' : 'Champion'
}

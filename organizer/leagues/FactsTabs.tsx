import { useState } from 'react'
import { deskPaths, type LeagueTab } from '#/contract/desk-paths.ts'
import { formatAmount } from '#/contract/money.ts'
import { getOrganizerSeason, previewPlayoffs } from '#/organizer/calls.gen.ts'
import { PlayoffOverview } from '#/organizer/playoffs/OrganizerPlayoffPage.tsx'
import { stateBadges } from '#/organizer/playoffs/format.ts'
import { FormatDialog } from '#/organizer/seasons/FormatDialog.tsx'
import { PriceDialog } from '#/organizer/seasons/PriceDialog.tsx'
import { RoomDialog } from '#/organizer/seasons/RoomDialog.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { formatTitle } from '#/rules/formats/formats.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import type { LeagueDetail } from './contract.ts'

type FactsTabName = Extract<LeagueTab, 'limit' | 'rules' | 'play-offs'>

/** The tabs of a league that lead to the screens and dialogs of the desk: limit, rules, play-offs. */
export function FactsTab({ league, tab }: { league: LeagueDetail; tab: FactsTabName }) {
  const Tab = { limit: Limit, rules: Rules, 'play-offs': Playoffs }[tab]
  return <Tab league={league} />
}

type TabProps = { league: LeagueDetail }

function Limit({ league }: TabProps) {
  const [open, setOpen] = useState<'limit' | 'price' | 'format' | null>(null)
  const { capacity, taken, entries, waiting, invited, price, offered } = league
  // Prices and formats can be changed for several leagues of the season at once.
  const season = useRead(getOrganizerSeason, { params: { id: league.season_id }, query: { area: league.area } }).data
  const own = season?.leagues.find(({ id }) => id === league.id)
  const isOwner = useOwnersOnly() === undefined
  const shut = () => setOpen(null)
  return (
    <div className="max-w-xl">
      <DataList
        items={[
          { term: 'Entries at most', value: capacity ?? 'No limit' },
          { term: 'Places taken', value: taken },
          ...(taken > entries ? [{ term: 'Of those being paid', value: taken - entries }] : []),
          { term: 'Free places', value: capacity === null ? 'No limit' : Math.max(0, capacity - taken) },
          { term: 'Waiting', value: waiting },
          { term: 'Invited', value: invited },
          { term: 'Price today', value: formatAmount(price) },
          { term: 'Format', value: formatTitle(league.format) },
          { term: 'Sold', value: offered ? (league.on_sale ? 'Yes' : 'Not now') : 'Not offered' },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => setOpen('limit')}>{capacity === null ? 'Set a limit' : 'Change the limit'}</Button>
        {isOwner && !league.retired && (
          <>
            <Button variant="secondary" onClick={() => setOpen('price')}>
              Change the price
            </Button>
            {!league.drawn && (
              <Button variant="secondary" onClick={() => setOpen('format')}>
                Change the format
              </Button>
            )}
          </>
        )}
      </div>
      {open === 'limit' && <RoomDialog league={league} onClose={shut} />}
      {open === 'price' && season && own && <PriceDialog season={season} league={own} onClose={shut} />}
      {open === 'format' && season && own && <FormatDialog season={season} league={own} onClose={shut} />}
    </div>
  )
}

function Rules({ league: { rules, season, year, season_id } }: TabProps) {
  return (
    <div className="max-w-prose">
      <ul className="flex list-disc flex-col gap-2 pl-6">
        {rules.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-4 mb-4 text-ink-soft">
        These are the rules of {season} {year}. They apply to all its leagues.
      </p>
      <ButtonLink variant="secondary" to={deskPaths.season(season_id)}>
        Change the rules of the season
      </ButtonLink>
    </div>
  )
}

function Playoffs({ league: { id, playoffs } }: TabProps) {
  const read = useRead(previewPlayoffs, { params: { league_id: id } })
  const badge = stateBadges[playoffs.state]
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {playoffs.champion && <span>{playoffs.champion} is the champion.</span>}
      </p>
      <Loaded of={read} loading="Loading the play-offs" skeleton={{ count: 6 }}>
        {(preview) => <PlayoffOverview league={preview} />}
      </Loaded>
    </div>
  )
}

import { useState } from 'react'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { getPlayer } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { onDemand } from '#/web/on-demand.tsx'
import { Navigate, useParams, useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { PlayerPage as Page } from './page-contract.ts'
import { pageInput } from './page-input.ts'
import { formatLevels, PlayerHeading } from './PlayerHeading.tsx'
import { PlayerMatches } from './PlayerMatches.tsx'
import { PlayerView } from './PlayerView.tsx'

const ReportPhotoDialog = onDemand(() => import('./ReportPhotoDialog.tsx').then((part) => part.ReportPhotoDialog))

/** The page of a player: of a league-mate, of one whose page is public, or the reader's own. */
export default function PlayerPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const read = useRead(getPlayer, pageInput(id, search), { keepPrevious: true })
  // The previous page stays while another pool is loaded, but not that of another player.
  const page = read.isPlaceholderData && String(read.data?.player.id) !== id ? undefined : read.data
  if (!page)
    return (
      <Screen title="Player" kicker={<TextLink to={paths.players}>Players</TextLink>}>
        <Loaded
          of={{ ...read, data: undefined }}
          loading="Loading the player"
          skeleton={{ kind: 'lines', count: 6 }}
          missing="We could not find this player among those of your leagues."
          action={<ButtonLink to={paths.players}>Players of my leagues</ButtonLink>}
        />
      </Screen>
    )
  // A merged account.
  if (String(page.player.id) !== id) return <Navigate to={paths.player(page.player.id)} replace />
  return <Player key={id} page={page} />
}

function Player({ page }: { page: Page }) {
  const [reports, setReports] = useState(false)
  const { player, head_to_head, matches, records, opponents } = page
  return (
    <Screen
      title={player.name}
      heading={<PlayerHeading player={player} />}
      kicker={<TextLink to={paths.players}>Players</TextLink>}
      lead={<Lead page={page} onReport={() => setReports(true)} />}
      actions={player.is_me ? <OwnActions /> : head_to_head && <Actions id={player.id} between={head_to_head} />}
    >
      <PlayerView
        page={page}
        resultHref={paths.result}
        changesHref={(pool) => paths.playerRating(player.id, pool)}
        standingsHref={paths.leagueStandings}
        matches={
          matches && records && opponents && <PlayerMatches player={player} records={records} opponents={opponents} />
        }
      />
      {reports && <ReportPhotoDialog id={player.id} name={player.name} onClose={() => setReports(false)} />}
    </Screen>
  )
}

function Lead({ page: { player, hidden }, onReport }: { page: Page; onReport: () => void }) {
  const levels = formatLevels(player)
  return (
    <>
      {levels !== null && (
        <p>
          {levels}
          {player.is_me && hidden.includes('level') && ' (only you see this)'}
        </p>
      )}
      {player.is_me && (
        <p>This is your page. {player.public_page ? 'Anybody can open it.' : 'Players of your leagues can open it.'}</p>
      )}
      {player.at_my_desk && (
        <p>
          <TextLink to={deskPaths.player(player.id)}>Open at the desk</TextLink>
        </p>
      )}
      {!player.is_me && player.photo && (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={onReport}>
          Report this photo
        </Button>
      )}
    </>
  )
}

function OwnActions() {
  return (
    <>
      <ButtonLink variant="secondary" to={paths.privacySettings}>
        What others see
      </ButtonLink>
      <ButtonLink variant="quiet" to={paths.settings}>
        Edit profile
      </ButtonLink>
    </>
  )
}

function Actions({ id, between }: { id: number; between: NonNullable<Page['head_to_head']> }) {
  return (
    <>
      {between.open_match_id !== null && (
        <ButtonLink to={paths.match(between.open_match_id)}>Arrange our match</ButtonLink>
      )}
      <ButtonLink variant="secondary" to={paths.comparison({ two: id })}>
        Compare
      </ButtonLink>
    </>
  )
}

import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { getPublicPlayer } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { pageInput } from './page-input.ts'
import { formatLevels, PlayerHeading } from './PlayerHeading.tsx'
import { PlayerView } from './PlayerView.tsx'
import { ResultLines } from './ResultLines.tsx'

/** The page of a player who shows it to everybody. */
export default function PublicPlayerPage() {
  const { id = '' } = useParams()
  return (
    <PublicFrame>
      <PublicPlayer id={id} />
    </PublicFrame>
  )
}

function PublicPlayer({ id }: { id: string }) {
  const [search] = useSearchParams()
  const read = useRead(getPublicPlayer, pageInput(id, search), { keepPrevious: true })
  const page = read.data
  return (
    <Screen
      title={page?.player.name ?? 'Player'}
      heading={page ? <PlayerHeading player={page.player} /> : 'Player'}
      lead={<p>{(page && formatLevels(page.player)) ?? '\u00a0'}</p>}
    >
      <Loaded
        of={read}
        loading="Loading the player"
        skeleton={{ kind: 'lines', count: 6 }}
        missing="There is no page here that everybody can see."
        action={<ButtonLink to={paths.signIn}>Go to {organization().name}</ButtonLink>}
      >
        {(loaded) => (
          <PlayerView
            page={loaded}
            resultHref={paths.sharedResult}
            matches={
              loaded.matches &&
              loaded.matches.length > 0 && (
                <ResultLines label="The newest results" results={loaded.matches} resultHref={paths.sharedResult} />
              )
            }
          />
        )}
      </Loaded>
    </Screen>
  )
}

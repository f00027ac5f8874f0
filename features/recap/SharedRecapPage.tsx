import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { getSharedRecap } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { formatSeason } from './format.ts'
import { RecapView } from './RecapView.tsx'

/** A season that its player shares. */
export default function SharedRecapPage() {
  const { token = '' } = useParams()
  return (
    <PublicFrame>
      <SharedRecap token={token} />
    </PublicFrame>
  )
}

function SharedRecap({ token }: { token: string }) {
  const read = useRead(getSharedRecap, { params: { token } })
  const recap = read.data
  return (
    <Screen
      title={recap?.player.name ?? 'Season in review'}
      documentTitle={recap && `${recap.player.name}: ${formatSeason(recap.season)} in review`}
      kicker={recap ? `${formatSeason(recap.season)} in review` : '\u00a0'}
    >
      <Loaded
        of={read}
        loading="Loading the season"
        skeleton={{ kind: 'cards', count: 6 }}
        missing="This season is not shared, or no longer."
        action={<ButtonLink to={paths.signIn}>Go to {organization().name}</ButtonLink>}
      >
        {(loaded) => <RecapView recap={loaded} resultHref={paths.sharedResult} />}
      </Loaded>
    </Screen>
  )
}

import { paths } from '#/contract/paths.ts'
import { getRecap, getRecapPicture } from '#/features/calls.gen.ts'
import { SharePartLater } from '#/features/pictures/SharePartLater.tsx'
import { useRead } from '#/web/api.ts'
import { download } from '#/web/download.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { useDownload } from '#/web/use-download.ts'
import type { Recap } from './contract.ts'
import { formatSeason } from './format.ts'
import { RecapView } from './RecapView.tsx'

/** The reader's own season in figures. */
export default function RecapPage() {
  const { id = '' } = useParams()
  const read = useRead(getRecap, { params: { id } })
  const recap = read.data
  return (
    <Screen
      title={recap ? `My ${formatSeason(recap.season)}` : 'My season'}
      kicker={<TextLink to={paths.myLeague}>My league</TextLink>}
      lead={<p>{recap ? leadOf(recap) : '\u00a0'}</p>}
    >
      <Loaded
        of={read}
        loading="Loading your season"
        skeleton={{ kind: 'cards', count: 6 }}
        missing="You did not play in this season."
        action={<ButtonLink to={paths.myLeague}>My league</ButtonLink>}
      >
        {({ share, ...loaded }) => (
          <div className="flex flex-col gap-10">
            <RecapView recap={loaded} resultHref={paths.result} />
            {share === null ? <PrivateShare recap={loaded} /> : <Share recap={loaded} token={share} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function leadOf({ over, matches_played }: Recap): string {
  if (matches_played === 0) return over ? 'You have no results in this season.' : 'Your results will be shown here.'
  return over ? 'Your season in review.' : 'Your season so far.'
}

function Share({ recap, token }: { recap: Recap; token: string }) {
  return (
    <SharePartLater
      what="season"
      path={paths.sharedRecap(token)}
      title={`${recap.player.name}: ${formatSeason(recap.season)} in review`}
      picture={paths.recapPicture(token)}
      story={paths.recapPicture(token, 'story')}
      file={fileOf(recap)}
    />
  )
}

function fileOf({ season: { slug, year } }: Recap): string {
  return `my-season-${slug}-${year}`
}

/** Without a link, the player can still save the picture. */
function PrivateShare({ recap }: { recap: Recap }) {
  const { busy, run } = useDownload(() => download(getRecapPicture, { params: { id: recap.season.id } }))
  return (
    <section aria-labelledby="share">
      <h2 id="share" className="lettering mb-4 text-2xl">
        Share
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        You keep your record private, so there is no link to this season.{' '}
        <TextLink to={paths.privacySettings}>Choose what others see</TextLink>
      </p>
      <Button variant="secondary" busy={busy} onClick={run}>
        Save the picture
      </Button>
    </section>
  )
}

import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { getPlayer, listRatingChanges } from '#/features/calls.gen.ts'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import type { RatingChange } from '#/features/ratings/contract.ts'
import { RatingCard } from '#/features/ratings/RatingCard.tsx'
import { useRead } from '#/web/api.ts'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { pageInput } from './page-input.ts'
import { PlayerHeading } from './PlayerHeading.tsx'

/** A player's rating and what has changed it: ?pool=&page=. */
export default function PlayerRatingPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = useRead(getPlayer, pageInput(id, search), { keepPrevious: true }).data
  const list = useList(listRatingChanges, { params: { id } })
  return (
    <Screen
      title={page ? `Rating of ${page.player.name}` : 'Rating'}
      heading={page ? <PlayerHeading player={page.player} /> : 'Rating'}
      kicker={
        <TextLink to={page ? paths.player(page.player.id) : paths.players}>{page?.player.name ?? 'Players'}</TextLink>
      }
    >
      <div className="flex flex-col gap-8">
        {page?.pools && page.pools.length > 0 && <RatingCard rating={page.rating} pools={page.pools} />}
        <section aria-labelledby="changes" className="flex flex-col gap-3">
          <h2 id="changes" className="lettering text-xl">
            Why this rating
          </h2>
          <p className="max-w-prose text-ink-soft">
            Each match, what was expected of it, and what it changed. Later results of opponents count too: they say how
            strong those opponents were.
          </p>
          <PagedList
            list={list}
            loading="Loading the changes"
            skeletonRows={8}
            missing="There is no rating here that you can see."
            action={<ButtonLink to={paths.players}>Players of my leagues</ButtonLink>}
            empty={{ text: 'No rated match yet.' }}
          >
            {({ changes }) => (
              <ul aria-label="Changes, newest first" className="border-t border-line">
                {changes.map((change) => (
                  <Change key={`${change.day} ${change.match_id} ${change.text}`} change={change} />
                ))}
              </ul>
            )}
          </PagedList>
        </section>
      </div>
    </Screen>
  )
}

function Change({ change: { match_id, day, before, after, opponents, text } }: { change: RatingChange }) {
  const points = after.value - before.value
  const at = text.lastIndexOf(' ')
  const words = (
    <>
      {/* No line ends inside a score. */}
      {text
        .slice(0, at)
        .split(/(\d+-\d+)/)
        .map((part, index) =>
          index % 2 === 1 ? (
            <span key={index} className="whitespace-nowrap">
              {part}
            </span>
          ) : (
            part
          ),
        )}{' '}
      <span className={`font-[680] ${points > 0 ? 'text-good' : points < 0 ? 'text-bad' : ''}`}>
        {text.slice(at + 1)}
      </span>
    </>
  )
  return (
    <li className="flex items-center gap-4 border-b border-line bg-surface px-3 py-2.5">
      <span className="min-w-0 flex-1">
        {opponents.length > 0 && (
          <span className="block font-[650] wrap-anywhere">
            Against <PlayerNames of={opponents} />
          </span>
        )}
        <span className="tabular block">
          {match_id === null ? words : <TextLink to={paths.result(match_id)}>{words}</TextLink>}
        </span>
        <span className="tabular block text-sm text-ink-soft">{formatDay(day)}</span>
      </span>
      <span className="tabular shrink-0 text-right">
        <span className="sr-only">Afterwards </span>
        <span className="block text-lg font-[680]">{after.value}</span>
        <span className="block text-sm text-ink-soft">± {after.deviation}</span>
      </span>
    </li>
  )
}

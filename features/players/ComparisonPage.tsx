import { useSearchParams } from '#/web/router.tsx'
import { formatName } from '#/contract/format.ts'
import { getUser, searchLeaguePlayers, comparePlayers } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { CommonOpponents } from './CommonOpponents.tsx'
import { RatingCurve } from '#/features/ratings/RatingCurve.tsx'
import type { ComparedPlayer, Comparison } from './contract.ts'
import { HeadToHead } from './HeadToHead.tsx'
import { SideBySide } from './SideBySide.tsx'

/** Two players side by side: ?one=&two=. `one` defaults to the reader. */
export default function ComparisonPage() {
  const [params, setParams] = useSearchParams()
  const [one, two] = [params.get('one'), params.get('two')]
  const me = useRead(getUser, {}).data?.user
  const read = useRead(
    comparePlayers,
    { query: { ...(one === null ? {} : { player_one: one }), player_two: two ?? '' } },
    { enabled: two !== null, keepPrevious: true },
  )
  const comparison = two === null ? undefined : read.data
  const mine = me ? { id: String(me.id), name: formatName(me) } : null

  function choose(which: 'one' | 'two', choice: Choice | null) {
    const next = new URLSearchParams(params)
    if (choice) next.set(which, choice.id)
    else next.delete(which)
    setParams(next)
  }

  return (
    <Screen
      title="Comparison"
      documentTitle={comparison && `${comparison.player_one.name} and ${comparison.player_two.name}`}
      lead="Two players side by side, from the results of the leagues."
    >
      <div className="flex flex-col gap-8">
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
          <SearchPicker
            label="Player one"
            name="one"
            value={comparison ? toChoice(comparison.player_one) : one === null ? mine : null}
            onChange={(choice) => choose('one', choice)}
            search={searchPlayers}
            hint="You, unless you choose a player of your leagues."
          />
          <SearchPicker
            label="Player two"
            name="two"
            value={comparison ? toChoice(comparison.player_two) : null}
            onChange={(choice) => choose('two', choice)}
            search={searchPlayers}
            hint="A player of your leagues."
          />
        </div>
        {two === null ? (
          <EmptyState picture="no-players" title="Against whom?">
            Choose a second player by name.
          </EmptyState>
        ) : (
          <Loaded
            of={read}
            loading="Comparing"
            skeleton={{ count: 6 }}
            missing={read.error?.fields['player_two'] ?? 'We could not find this player.'}
          >
            {(compared) => (
              <div aria-busy={read.isPlaceholderData} className="flex flex-col gap-10">
                <SideBySide comparison={compared} />
                <Curves comparison={compared} />
                <HeadToHead comparison={compared} />
                <CommonOpponents comparison={compared} />
              </div>
            )}
          </Loaded>
        )}
      </div>
    </Screen>
  )
}

/** The ratings of both over time. */
function Curves({ comparison: { player_one, player_two } }: { comparison: Comparison }) {
  const [one, two] = [player_one.rating, player_two.rating]
  if (!one || !two || one.pool !== two.pool || one.series.length + two.series.length < 3) return null
  return (
    <section className="flex flex-col gap-3">
      <h2 className="lettering text-xl">Ratings</h2>
      <RatingCurve
        title={`${player_one.name}, the solid line, is at ${one.value}; ${player_two.name}, dashed, at ${two.value}.`}
        series={one.series}
        other={two.series}
      />
    </section>
  )
}

function toChoice({ id, name }: Pick<ComparedPlayer, 'id' | 'name'>): Choice {
  return { id: String(id), name }
}

async function searchPlayers(search: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await call(searchLeaguePlayers, { query: { search } }, { signal })
  return data.map(toChoice)
}

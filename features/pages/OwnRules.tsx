import type { Reply } from '#/contract/endpoint.ts'
import type { listMyLeagues } from '#/features/leagues/contract.ts'
import { listSeasons } from '#/features/calls.gen.ts'
import { ownRules } from '#/rules/rule-sentences.ts'
import { useRead } from '#/web/api.ts'
import { Terms } from './Terms.tsx'

/** Rules that differ in the player's seasons, or in those on sale. */
export function OwnRules({ mine }: { mine: Reply<typeof listMyLeagues> }) {
  const seasons = useRead(listSeasons, {})
  const played = mine.map(({ league_name, year, rules }) => ({ title: `${league_name} ${year}`, rules }))
  const sold = (seasons.data?.items ?? []).map(({ name, year, rules }) => ({ title: `${name} ${year}`, rules }))
  const own = new Map([...played, ...sold].map(({ title, rules }) => [title, ownRules(rules)]))
  const items = [...own]
    .filter(([, rules]) => rules.length > 0)
    .map(([term, rules]) => ({ term, text: rules.join(' ') }))
  if (items.length === 0) return null
  return (
    <section aria-labelledby="own-rules" className="max-w-prose">
      <h2 id="own-rules" className="lettering mb-3 text-2xl">
        Seasons with their own rules
      </h2>
      <p className="mb-4">These rules replace the ones below:</p>
      <Terms items={items} />
    </section>
  )
}

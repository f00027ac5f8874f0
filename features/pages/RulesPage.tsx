import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { sportOf, sports } from '#/rules/sports/formats.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { OwnRules } from './OwnRules.tsx'
import { chaptersOf } from './rules-chapters.tsx'

/** The rules of the game as players read them. */
export default function RulesPage() {
  const divisions = useRead(listDivisions, {})
  const leagues = useRead(listMyLeagues, {})
  const offered = new Set([
    ...(divisions.data?.items ?? []).map(({ sport }) => sport),
    ...(leagues.data ?? []).map(({ rules }) => sportOf(rules.formats)),
  ])
  // Until it is known what is played here, the rules of the first sport are shown.
  const chapters = chaptersOf(offered.size === 0 ? [sports[0]] : sports.filter((sport) => offered.has(sport)))
  return (
    <Screen
      title="Rules"
      lead="The same for everybody. The software follows these rules too."
      actions={<ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>}
    >
      <nav aria-label="On this page" className="mb-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-12">
        <OwnRules />
        {chapters.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id} className="max-w-prose">
            <h2 id={id} tabIndex={-1} className="lettering mb-3 scroll-mt-20 text-2xl">
              {title}
            </h2>
            <div className="flex flex-col gap-4">{text}</div>
          </section>
        ))}
      </div>
    </Screen>
  )
}

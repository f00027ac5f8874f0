import { listMyLeagues, listDivisions } from '#/features/calls.gen.ts'
import { sportOf } from '#/rules/sports/formats.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { OwnRules } from './OwnRules.tsx'
import { Rules } from './Rules.tsx'

/** The rules of the game as players read them. */
export default function RulesPage() {
  const divisions = useRead(listDivisions, {})
  const leagues = useRead(listMyLeagues, {})
  const offered = new Set([
    ...(divisions.data?.items ?? []).map(({ sport }) => sport),
    ...(leagues.data ?? []).map(({ rules }) => sportOf(rules.formats)),
  ])
  return (
    <Screen
      title="Rules"
      lead="The same for everybody. The software follows these rules too."
      actions={<ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>}
    >
      <Rules offered={offered} first={<OwnRules mine={leagues.data ?? []} />} />
    </Screen>
  )
}

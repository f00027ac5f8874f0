import { listDivisions } from '#/features/seasons/contract.ts'
import { useRead } from '#/web/api.ts'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { Screen } from '#/web/Screen.tsx'
import { OwnRules } from './OwnRules.tsx'
import { Rules } from './Rules.tsx'

/** The rules without signing in. */
export default function PublicRulesPage() {
  return (
    <PublicFrame>
      <Screen title="Rules" lead="The same for everybody. The software follows these rules too.">
        <AllRules />
      </Screen>
    </PublicFrame>
  )
}

function AllRules() {
  const divisions = useRead(listDivisions, {})
  const offered = new Set((divisions.data?.items ?? []).map(({ sport }) => sport))
  return <Rules offered={offered} first={<OwnRules mine={[]} />} />
}

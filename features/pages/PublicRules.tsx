import { listDivisions } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Screen } from '#/web/Screen.tsx'
import { OwnRules } from './OwnRules.tsx'
import { Rules } from './Rules.tsx'

/** The rules as they are read without signing in. */
export default function PublicRules() {
  const divisions = useRead(listDivisions, {})
  const offered = new Set((divisions.data?.items ?? []).map(({ sport }) => sport))
  return (
    <Screen title="Rules" lead="The same for everybody. The software follows these rules too.">
      <Rules offered={offered} first={<OwnRules mine={[]} />} />
    </Screen>
  )
}

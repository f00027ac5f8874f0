import { useParams } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getMatch } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { getOrganizerMatch } from '#/organizer/calls.gen.ts'
import { MatchResultForm, SettleForm } from './MatchScoreForms.tsx'
import { ResultForm } from './ResultForm.tsx'

/** An organizer's score form, whose score is final: for a match, or for one match after the other. */
export default function OrganizerScorePage() {
  const { id } = useParams()
  return id === undefined ? <ResultForm /> : <OneMatch key={id} id={id} />
}

function OneMatch({ id }: { id: string }) {
  const match = useRead(getMatch, { params: { id } })
  const history = useRead(getOrganizerMatch, { params: { id } })
  if (!match.data || !history.data)
    return (
      <Screen title="Enter a result">
        <Loaded
          of={[match, history]}
          loading="Loading the form"
          skeleton={{ kind: 'lines', count: 8 }}
          missing="We could not find this match in your areas."
          action={<ButtonLink to={deskPaths.matches}>All matches</ButtonLink>}
        />
      </Screen>
    )
  const { confirmation } = match.data
  if (confirmation) return <SettleForm match={match.data} version={confirmation.version} />
  return <MatchResultForm match={match.data} last={history.data.versions[0]} />
}

import { deskPaths } from '#/contract/desk-paths.ts'
import { getOrganizerSeason, listOrganizerQuestions } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { QuestionsForm } from './QuestionsForm.tsx'

/** The questions that a season asks everybody who joins it. */
export default function QuestionsPage() {
  const { id = '' } = useParams()
  const season = useRead(getOrganizerSeason, { params: { id }, query: {} })
  const read = useRead(listOrganizerQuestions, { params: { id } })
  const name = season.data && `${season.data.name} ${season.data.year}`
  return (
    <Screen
      title="Questions"
      documentTitle={name && `Questions · ${name}`}
      kicker={<TextLink to={deskPaths.season(Number(id))}>{name ?? 'The season'}</TextLink>}
      lead="Each player answers these once, before joining the season. Invited partners answer when they accept. You can see the answers with each entry and in the export of entries."
    >
      <Loaded of={read} loading="Loading the questions" missing="There is no such season.">
        {(stored) => <QuestionsForm key={stored.version} season_id={Number(id)} stored={stored} />}
      </Loaded>
    </Screen>
  )
}

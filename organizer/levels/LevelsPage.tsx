import { deskPaths } from '#/contract/desk-paths.ts'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerLevels } from '#/organizer/calls.gen.ts'
import { LevelsForm } from './LevelsForm.tsx'

/** The levels of play that players and divisions can have, in order. */
export default function LevelsPage() {
  const read = useRead(listOrganizerLevels, {})
  return (
    <Screen
      title="Levels"
      lead="Players choose a level when they sign up, and divisions are for a level. The lowest comes first."
    >
      <SeasonTabs current={deskPaths.levels} />
      <p className="mb-6">
        <TextLink to={deskPaths.levelReview}>Level review</TextLink>: players whose rating says another level.
      </p>
      <Loaded of={read} loading="Loading the levels">
        {(stored) => <LevelsForm key={stored.version} stored={stored} />}
      </Loaded>
    </Screen>
  )
}

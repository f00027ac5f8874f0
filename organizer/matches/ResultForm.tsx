import { useKept } from '#/organizer/desk/kept.web.ts'
import { areaName, dayInArea, firstArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { searchPlayers } from '#/features/matches/contract.ts'
import { PlayersFields } from '#/features/matches/PlayersFields.tsx'
import { emptyScore, organizerNote, scoreBody, useScoreForm } from '#/features/matches/score-form.web.ts'
import { ScoreFields } from '#/features/matches/ScoreFields.tsx'
import { ScoreFormScreen } from '#/features/matches/ScoreFormScreen.tsx'
import { standardRules } from '#/rules/season-rules.ts'
import { call } from '#/web/call.ts'
import { enterResult } from './contract.ts'
import { useEnterResult } from './enter-result.web.ts'
import { ScoreReason } from './ScoreReason.tsx'

type ResultFormProps = { season: string; divisions: readonly { division: string; division_name: string }[] }

/** Enters the result of any two players of one league. The server knows the season's own rules. */
export function ResultForm({ season, divisions }: ResultFormProps) {
  const enter = useEnterResult()
  const area = firstArea()
  const form = useScoreForm({
    schema: enterResult.body,
    keep: useKept('result'),
    initial: (opened) => ({ ...emptyScore(area, dayInArea(area, opened)), season }),
    toBody: (values) => ({
      ...scoreBody(values, standardRules),
      season: values.season,
      division: values.division || null,
      year: values.year === '' ? null : Number(values.year),
      reason: values.reason,
    }),
    rulesOf: () => standardRules,
    onSubmit: (body) => enter.submit({ body }),
  })
  return (
    <ScoreFormScreen
      form={form}
      title="Enter a result"
      match={null}
      submit="Enter the result"
      note={organizerNote}
      cancel={{ to: paths.organizer.matches, label: 'Cancel' }}
    >
      <PlayersFields
        form={form}
        search={findPlayers}
        hint={undefined}
        divisions={divisions.map(({ division, division_name }) => ({ slug: division, name: division_name }))}
        years={[0, 1, 2].map((back) => Number(form.last_day.slice(0, 4)) - back)}
        anyDivision="The one they share"
      />
      <ScoreFields form={form} />
      <ScoreReason form={form} />
    </ScoreFormScreen>
  )
}

async function findPlayers(search: string, signal: AbortSignal) {
  const found = await call(searchPlayers, { body: { search } }, signal)
  return found.map(({ id, name, area, singles_level }) => ({
    id: String(id),
    name,
    note: `${areaName(area)}, ${singles_level}`,
  }))
}

import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { dayInArea } from '#/contract/area-details.ts'
import { firstArea } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { paths } from '#/contract/paths.ts'
import { listOrganizerPlayers } from '#/organizer/calls.gen.ts'
import { noteOf } from '#/organizer/players/format.ts'
import { PlayersFields } from '#/features/matches/PlayersFields.tsx'
import {
  emptyScore,
  organizerNote,
  scoreBody,
  useScoreForm,
  type ScoreValues,
} from '#/features/matches/score-form.web.ts'
import { ScoreFields } from '#/features/matches/ScoreFields.tsx'
import { ScoreFormScreen } from '#/features/matches/ScoreFormScreen.tsx'
import { leagueRulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import { sports, type Sport } from '#/rules/sports/formats.ts'
import { call } from '#/web/call.ts'
import { enterResult, type SeasonChoice } from './contract.ts'
import { useEnterResult } from './enter-result.web.ts'
import { doubleDefaultNote } from './format.ts'
import { ScoreReason } from './ScoreReason.tsx'

type ResultFormProps = {
  /** The initial season. '' for none. */
  season: string
  seasons: readonly SeasonChoice[]
  divisions: readonly { division: string; division_name: string; sport: Sport }[]
}

/** Enters the result of any two players of one league. Until it is sent, the season is a guess by name and date. */
export function ResultForm({ season, seasons, divisions }: ResultFormProps) {
  const rulesOf = (values: Pick<ScoreValues, 'season' | 'year' | 'division' | 'match_date'>): SeasonRules => {
    const named = seasons.filter(
      ({ season_slug, year }) => season_slug === values.season && (values.year === '' || String(year) === values.year),
    )
    const begun = named.find(({ starting_date }) => starting_date <= wireDay(values.match_date))
    const { sport } = divisions.find(({ division }) => division === values.division) ?? { sport: sports[0] }
    return leagueRulesOf((begun ?? named[0])?.rules ?? null, sport)
  }
  const enter = useEnterResult()
  const area = firstArea()
  const form = useScoreForm({
    schema: enterResult.body,
    keep: useFormDraft('result'),
    initial: (opened) => ({
      ...emptyScore(
        area,
        dayInArea(area, opened),
        rulesOf({ season, year: '', division: '', match_date: dayInArea(area, opened) }),
      ),
      season,
    }),
    toBody: (values) => ({
      ...scoreBody(values, rulesOf(values)),
      season: values.season,
      division: values.division || null,
      year: values.year === '' ? null : Number(values.year),
      reason: values.reason,
    }),
    rulesOf,
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
      <ScoreFields form={form} more={[doubleDefaultNote]} />
      <ScoreReason form={form} />
    </ScoreFormScreen>
  )
}

async function findPlayers(search: string, signal: AbortSignal) {
  const { players } = await call(listOrganizerPlayers, { query: { search } }, { signal })
  return players.map((player) => ({ id: String(player.id), name: player.name, note: noteOf(player) }))
}

import { useNavigate, useParams } from 'react-router'
import { areaName, dayInArea, firstArea } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import {
  fitsRules,
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  searchPlayers,
  type MatchDetail,
} from '#/features/matches/contract.ts'
import { PlayersFields } from '#/features/matches/PlayersFields.tsx'
import {
  emptyScore,
  organizerNote,
  scoreBody,
  scoreOfMatch,
  useScoreForm,
  type ScoreForm,
} from '#/features/matches/score-form.web.ts'
import { ScoreFields } from '#/features/matches/ScoreFields.tsx'
import { ScoreFormScreen } from '#/features/matches/ScoreFormScreen.tsx'
import { WinnerField } from '#/features/matches/WinnerField.tsx'
import { getOverview } from '#/organizer/desk/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { now } from '#/web/now.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import {
  enterResult,
  getOrganizerMatch,
  listOrganizerChoices,
  listOrganizerMatches,
  listSilent,
  settleByScore,
} from './contract.ts'

const stale = [
  getOrganizerMatch,
  listOrganizerMatches,
  listSilent,
  getOverview,
  getResult,
  listResults,
  listMyMatches,
  getMatch,
]

/** The score form of an organizer, whose score is final: for a match, or for any two players of one league. */
export default function OrganizerScorePage() {
  const { id } = useParams()
  return id === undefined ? <AnyPlayers /> : <OneMatch key={id} id={id} />
}

function OneMatch({ id }: { id: string }) {
  const match = useRead(getMatch, { params: { id } })
  if (!match.data)
    return (
      <Screen title="Enter a result">
        <Loaded
          of={match}
          loading="Loading the form"
          skeleton={{ kind: 'lines', count: 8 }}
          missing="We could not find this match in your areas."
          action={<ButtonLink to={paths.organizer.matches}>All matches</ButtonLink>}
        />
      </Screen>
    )
  const { confirmation } = match.data
  if (confirmation) return <SettleForm match={match.data} version={confirmation.version} />
  return <MatchResultForm match={match.data} />
}

function AnyPlayers() {
  const choices = useRead(listOrganizerChoices, {})
  if (!choices.data)
    return (
      <Screen title="Enter a result">
        <Loaded of={choices} loading="Loading the form" skeleton={{ kind: 'lines', count: 8 }} />
      </Screen>
    )
  const { seasons, divisions } = choices.data
  const today = now().toISOString().slice(0, 10).replaceAll('-', '/')
  const begun = seasons.find(({ starting_date }) => starting_date <= today)
  return <ResultForm season={begun?.season_slug ?? ''} divisions={divisions} />
}

/** Settles a score by entering the right one. */
function SettleForm({ match, version }: { match: MatchDetail; version: number }) {
  const navigate = useNavigate()
  const settle = useAction(settleByScore, {
    stale,
    onDone: () => navigate(paths.organizer.match(match.id), { replace: true }),
  })
  const form = useScoreForm({
    schema: settleByScore.body.check(fitsRules(() => match.rules)),
    initial: (opened) => scoreOfMatch(match, opened),
    toBody: (values) => ({ ...scoreBody(values), version, reason: values.reason }),
    rulesOf: () => match.rules,
    onSubmit: (body) => settle.submit({ params: { id: match.id }, body }),
  })
  return (
    <ScoreFormScreen
      form={form}
      title="Enter the right score"
      match={match}
      submit="Settle the score"
      note={organizerNote}
      cancel={{ to: paths.organizer.match(match.id), label: 'Cancel' }}
    >
      <WinnerField form={form} match={match} />
      <ScoreFields form={form} />
      <ReasonField form={form} />
    </ScoreFormScreen>
  )
}

/** Enters the result of a match without a score. */
function MatchResultForm({ match }: { match: MatchDetail }) {
  const enter = useEnterResult()
  const form = useScoreForm({
    schema: enterResult.body.check(fitsRules(() => match.rules)),
    initial: (opened) => scoreOfMatch(match, opened),
    toBody: (values) => ({
      ...scoreBody(values),
      season: match.league_slug,
      year: match.year,
      division: match.level_slug,
      matchup_id: match.id,
      reason: values.reason,
    }),
    rulesOf: () => match.rules,
    onSubmit: (body) => enter.submit({ body }),
  })
  return (
    <ScoreFormScreen
      form={form}
      title="Enter a result"
      match={match}
      submit="Enter the result"
      note={organizerNote}
      cancel={{ to: paths.organizer.match(match.id), label: 'Cancel' }}
    >
      <WinnerField form={form} match={match} />
      <ScoreFields form={form} />
      <ReasonField form={form} />
    </ScoreFormScreen>
  )
}

type ResultFormProps = { season: string; divisions: readonly { division: string; division_name: string }[] }

/** Enters the result of any two players of one league. The server knows the season's own rules. */
function ResultForm({ season, divisions }: ResultFormProps) {
  const enter = useEnterResult()
  const area = firstArea()
  const form = useScoreForm({
    schema: enterResult.body,
    initial: (opened) => ({ ...emptyScore(area, dayInArea(area, opened)), season }),
    toBody: (values) => ({
      ...scoreBody(values),
      season: values.season,
      division: values.division || null,
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
        anyDivision="The one they share"
      />
      <ScoreFields form={form} />
      <ReasonField form={form} />
    </ScoreFormScreen>
  )
}

function useEnterResult() {
  const navigate = useNavigate()
  return useAction(enterResult, {
    stale,
    onDone: ({ id }) => navigate(paths.organizer.match(id), { replace: true }),
  })
}

function ReasonField({ form }: { form: ScoreForm }) {
  return (
    <TextArea
      {...form.field('reason')}
      label="Reason"
      hint="The players see it, and the audit log keeps it."
      maxLength={500}
    />
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

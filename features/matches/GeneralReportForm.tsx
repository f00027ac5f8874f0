import type { CallInput } from '#/contract/endpoint.ts'
import { dayInArea } from '#/contract/area-details.ts'
import { paths } from '#/contract/paths.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { call } from '#/web/call.ts'
import { useSearchParams } from '#/web/router.tsx'
import type { Choice } from '#/web/ui/SearchPicker.tsx'
import { searchLeaguePlayers } from '#/features/calls.gen.ts'
import type { MatchCard, reportScore } from './contract.ts'
import { OpenMatches } from './OpenMatches.tsx'
import { PlayersFields } from './PlayersFields.tsx'
import { defaultSeason, reportableMatches, rulesOfSeason } from './score-defaults.ts'
import {
  emptyScore,
  formatPlayerNote,
  loadReportSchema,
  organizerNote,
  scoreBody,
  useNoteOn,
  useScoreForm,
} from './score-form.web.ts'
import { ScoreFields } from './ScoreFields.tsx'
import { ScoreFormScreen } from './ScoreFormScreen.tsx'

type GeneralReportFormProps = {
  me: { id: number; is_organizer: boolean }
  leagues: readonly LeagueEntry[]
  /** The slug of the player's area, or ''. */
  area: string
  /** The player's matches. */
  cards: readonly MatchCard[]
  /** The place of the player's last match. */
  place: string
  send: (body: CallInput<typeof reportScore>['body']) => Promise<unknown>
}

/** A report without a match card: the player chooses the season and the players. */
export function GeneralReportForm({ me, leagues, area, cards, place, send }: GeneralReportFormProps) {
  const [address] = useSearchParams()
  const asked = leagues.find(
    ({ league_slug, level_slug, year }) =>
      league_slug === address.get('season') &&
      level_slug === address.get('division') &&
      String(year) === address.get('year'),
  )
  const rulesOf = (values: { season: string; division?: string | null | undefined; match_date: string }) =>
    rulesOfSeason(leagues, { ...values, division: values.division ?? '' })
  const form = useScoreForm({
    schema: () => loadReportSchema().then(({ reportSchema }) => reportSchema(rulesOf)),
    initial: (opened) => {
      const today = dayInArea(area, opened)
      const season = asked?.league_slug ?? defaultSeason(leagues, opened)
      const division = asked?.level_slug ?? ''
      const rules = rulesOf({ season, division, match_date: today })
      return { ...emptyScore(area, today, rules), season, division, match_location: place }
    },
    keep: { name: `score-by-${me.id}${asked ? `-in-${asked.league_id}` : ''}` },
    toBody: (values) => ({
      ...scoreBody(values, rulesOf(values)),
      season: values.season,
      division: values.division || null,
      year: values.year === '' ? null : Number(values.year),
    }),
    rulesOf,
    onSubmit: send,
  })
  const { season, winner, opponent } = form.values

  async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
    const { data } = await call(searchLeaguePlayers, { query: { search: text, season } }, { signal })
    return data.map(({ id, name }) => ({ id: String(id), name }))
  }

  function note(): string {
    const mine = [winner, opponent].filter(({ id }) => id === String(me.id))
    if (me.is_organizer && mine.length === 0) return organizerNote
    const others = [winner, opponent].filter(({ id }) => id !== '' && id !== String(me.id))
    return formatPlayerNote(mine.length === 1 && others.length === 1 ? (others[0]?.name ?? null) : null)
  }

  const noted = useNoteOn(form, note(), null)
  return (
    <ScoreFormScreen
      form={form}
      title="Submit a score"
      match={null}
      submit="Submit Score"
      note={noted}
      cancel={{ to: paths.profile, label: 'Cancel' }}
    >
      <OpenMatches matches={reportableMatches(cards, leagues, asked)} />
      <PlayersFields
        form={form}
        search={search}
        hint="A player of your league"
        divisions={leagues
          .filter(({ league_slug }) => league_slug === season)
          .map(({ level_slug, level_name }) => ({ slug: level_slug, name: level_name }))}
        years={yearsOf(leagues.filter(({ league_slug }) => league_slug === season))}
        anyDivision="The one we share"
      />
      <ScoreFields form={form} />
    </ScoreFormScreen>
  )
}

/** The years of the leagues, newest first. */
function yearsOf(leagues: readonly LeagueEntry[]): number[] {
  return [...new Set(leagues.map(({ year }) => year))].toSorted((a, b) => b - a)
}

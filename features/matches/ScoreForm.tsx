import { useState, type ReactNode } from 'react'
import type { CallInput } from '#/contract/endpoint.ts'
import { areaName, dayInArea, listedAreas } from '#/contract/areas.ts'
import { wireDay } from '#/contract/fields.ts'
import { answerHours } from '#/rules/confirmation.ts'
import { seasonTemplates } from '#/rules/season.ts'
import { formatWords, type SeasonRules } from '#/rules/season-rules.ts'
import {
  scoreLine,
  scoreOutcome,
  scoreProblem,
  scoreSentence,
  scoreTotals,
  type MatchStatus,
  type SetScore,
} from '#/rules/score.ts'
import { call } from '#/web/call.ts'
import { now } from '#/web/now.ts'
import { useForm, type FieldProps } from '#/web/form.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { fitsRules, reportScore, searchLeaguePlayers, type MatchDetail } from './contract.ts'
import { ScorePreview } from './ScorePreview.tsx'
import { SetsField } from './SetsField.tsx'
import { formatWhen, statusNotes } from './format.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { rulesOfSeason, defaultSeason, defaultMatchDate } from './score-defaults.ts'

/** The reason's field; without a match also whom and what to choose from. */
type OrganizerParts = {
  reason: ReactNode
  season?: string
  divisions?: readonly { level_slug: string; level_name: string }[]
  search?: (text: string, signal: AbortSignal) => Promise<Choice[]>
}

type ScoreFormProps = {
  title: string
  /** What the button says. */
  submit: string
  /** The player who fills it in. */
  me: number | null
  /** Where the player lives: an area's slug, or ''. */
  area: string
  /** Where the player usually plays. */
  place?: string
  /** An organizer fills it in, whose word is the last: always, or about two others alone. */
  settles?: 'always' | 'of others' | undefined
  leagues: readonly LeagueEntry[]
  /** What an organizer's form has besides. */
  desk?: OrganizerParts | undefined
  /** The match that the score is of; with a score of its own it is corrected. */
  match: MatchDetail | null
  /** Sends what was filled in; throws ApiError. */
  send: (body: NonNullable<CallInput<typeof reportScore>['body']>) => Promise<void>
  cancel: { to: string; label: string }
}

/** The score form (docs/product.md, "Entities and fields"); with a match card the players and the season are known. */
export function ScoreForm({
  title,
  submit,
  me,
  area,
  place = '',
  settles,
  leagues,
  desk,
  match,
  send,
  cancel,
}: ScoreFormProps) {
  const corrected = match?.played ? match : null
  const [opened] = useState(now)
  const [sets, setSets] = useState<readonly SetScore[]>(corrected?.set_games ?? [blank, blank])
  const [names, setNames] = useState<Record<string, string>>(match ? namesOf(match) : {})
  const rulesFor = (score: { season: string; match_date: string }) =>
    match?.rules ?? rulesOfSeason(leagues, score.season, score.match_date)
  const form = useForm({
    schema: reportScore.body.check(fitsRules(rulesFor)),
    initial: {
      season: match?.league_slug ?? desk?.season ?? defaultSeason(leagues, opened),
      'winner.id': corrected ? String(idsOf(corrected)[0]) : '',
      'opponent.id': corrected ? String(idsOf(corrected)[1]) : '',
      division: match?.level_slug ?? '',
      set_games: '',
      match_status: corrected?.match_status ?? '',
      total_winner_score: '',
      total_opponent_score: '',
      match_date: defaultMatchDate(match, match?.area ?? area, opened),
      hour: corrected?.duration?.slice(0, 2) ?? '00',
      minute: corrected?.duration?.slice(3) ?? '00',
      match_area: match?.match_area ?? match?.area ?? area,
      match_location: match?.match_location ?? place,
      match_notes: match?.match_notes ?? '',
    },
    toBody: ({ 'winner.id': winner_id, 'opponent.id': opponent_id, ...values }) => ({
      ...values,
      winner: { id: winner_id, name: names[winner_id] },
      opponent: { id: opponent_id, name: names[opponent_id] },
      set_games: scoreOutcome(statusOf(values)).counts_as_played ? sets : [],
      total_winner_score: values.total_winner_score || totalsOf(values).winner,
      total_opponent_score: values.total_opponent_score || totalsOf(values).opponent,
      match_date: wireDay(values.match_date),
      ...(scoreOutcome(statusOf(values)).counts_as_played ? {} : { hour: 0, minute: 0 }),
      match_status: statusOf(values),
      division: values.division || null,
      ...(match ? { matchup_id: match.id, year: match.year } : {}),
    }),
    onSubmit: send,
  })
  const { values } = form
  const status = statusOf(values)
  const tied = status === 'Match ended in a tie'
  const played = scoreOutcome(status).counts_as_played
  const rules = rulesFor(values)
  const problem = scoreProblem(played ? sets : [], status, rules)
  const setsId = form.field('set_games').id
  const sentence = problem && scoreSentence(problem, rules)
  // What was said of the sets leaves the summary with its cause.
  const current = form.errors.filter(({ field, message }) => !field.startsWith(setsId) || message === sentence)
  const errors = inOrder(
    current,
    (Object.keys(values) as (keyof typeof values)[]).map((name) => form.field(name).id),
  )
  const untouched = played && sets.every(({ score_1, score_2 }) => score_1 + score_2 === 0)
  const ready = sentence === null && values['winner.id'] !== '' && values['opponent.id'] !== ''
  const sides = [
    names[values['winner.id']] ?? (tied ? 'Player one' : 'Winner'),
    names[values['opponent.id']] ?? (tied ? 'Player two' : 'Opponent'),
  ] as const
  const divisions = desk?.divisions ?? leagues.filter((league) => league.league_slug === values.season)

  function totalsOf(of: { match_status: string }) {
    return scoreTotals(sets, statusOf(of)).sets
  }

  function changeSets(next: readonly SetScore[]): void {
    setSets(next)
    form.set('set_games', '')
    // Totals that were typed belonged to the sets before.
    form.set('total_winner_score', '')
    form.set('total_opponent_score', '')
  }

  function choose(name: 'winner.id' | 'opponent.id', choice: Choice | null): void {
    if (choice) setNames((known) => ({ ...known, [choice.id]: choice.name }))
    form.set(name, choice?.id ?? '')
  }

  function chosen(name: 'winner.id' | 'opponent.id'): Choice | null {
    const id = values[name]
    return id === '' ? null : { id, name: names[id] ?? '' }
  }

  async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
    if (desk?.search) return desk.search(text, signal)
    const { data } = await call(searchLeaguePlayers, { query: { search: text, season: values.season } }, signal)
    return data.map(({ id, name }) => ({ id: String(id), name }))
  }

  /** Who hears of it, and until when it can be changed (rules/confirmation.ts). */
  function formatWhoIsTold(...ids: readonly string[]): string {
    const known = match ? sideNames(match) : names
    if (settles === 'always' || (settles === 'of others' && !ids.includes(String(me))))
      return "It counts at once and is final: an organizer's word is the last. Both sides get a mail."
    const others = ids.filter((id) => id !== '' && id !== String(me)).map((id) => known[id])
    const other = others.length === 1 && ids.includes(String(me)) ? others[0] : 'The other side'
    return `It counts at once. ${other} gets a mail, and can confirm, correct or dispute the score for ${answerHours} hours; silence confirms it. Until there is an answer, your side can mend a slip.`
  }

  const picker = (name: 'winner.id' | 'opponent.id') => {
    const { id, error } = form.field(name)
    return { id, error, value: chosen(name), onChange: (choice: Choice | null) => choose(name, choice), search }
  }

  return (
    <>
      <title>{`${errors.length > 0 ? 'Error: ' : ''}${title} · Deuce`}</title>
      <PageHeader
        kicker={match ? `${match.league_name} ${match.year}, ${match.level_name}` : undefined}
        title={title}
        lead={match && <p>{formatWhen(match.match_date, match.match_time)}</p>}
      />
      <form
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className={`flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start ${ready ? 'max-lg:[&_:is(input,select,textarea,button)]:scroll-mb-32' : ''}`}
      >
        <div className="flex flex-col gap-6">
          <ErrorSummary errors={errors} attempt={form.attempt} />

          {match ? (
            <RadioGroup
              {...form.radio('winner.id')}
              label={tied ? 'Whose games come first?' : 'Who won?'}
              layout="list"
              options={Object.entries(sideNames(match)).map(([value, label]) => ({ value, label }))}
              onChange={(id) => {
                form.set('winner.id', id)
                form.set('opponent.id', Object.keys(namesOf(match)).find((other) => other !== id) ?? '')
              }}
            />
          ) : (
            <>
              <SelectField
                {...form.field('season')}
                label="Season"
                placeholder="Choose a season"
                options={seasonTemplates.map(({ slug, name }) => ({ value: slug, label: name }))}
              />
              <div className="grid gap-5 sm:grid-cols-2">
                <SearchPicker
                  {...picker('winner.id')}
                  label={tied ? 'Player one' : 'Winner'}
                  hint={desk ? undefined : 'A player of your league'}
                />
                <SearchPicker
                  {...picker('opponent.id')}
                  label={tied ? 'Player two' : 'Opponent'}
                  hint={desk ? undefined : 'A player of your league'}
                />
              </div>
              {divisions.length > 1 && (
                <SelectField
                  {...form.field('division')}
                  label="Division"
                  optional
                  hint="Needed when the two play in several leagues together."
                  placeholder={desk ? 'The one they share' : 'The one we share'}
                  options={divisions.map(({ level_slug, level_name }) => ({ value: level_slug, label: level_name }))}
                />
              )}
            </>
          )}

          {played && (
            <SetsField
              id={setsId}
              sets={sets}
              onChange={changeSets}
              names={sides}
              problem={form.attempt > 0 ? problem : null}
              sentence={sentence}
            />
          )}

          <RadioGroup
            {...form.radio('match_status')}
            label="Match status"
            layout="list"
            options={[
              { value: '', label: 'Played to the end', note: `${formatFormats(rules.formats)}.` },
              ...statusNotes.map(({ value, note }) => ({ value, label: value, note })),
            ]}
          />

          {played && (
            <div className="grid grid-cols-2 gap-5">
              <TotalField
                {...form.field('total_winner_score')}
                label={tied ? 'Total, player one' : 'Total, winner'}
                filled={totalsOf(values).winner}
              />
              <TotalField
                {...form.field('total_opponent_score')}
                label={tied ? 'Total, player two' : 'Total, opponent'}
                filled={totalsOf(values).opponent}
              />
            </div>
          )}

          <DateField
            id={form.field('match_date').id}
            label="Match date"
            value={values.match_date}
            error={form.field('match_date').error}
            onChange={(day) => form.set('match_date', day)}
            max={dayInArea(values.match_area || area, opened)}
          />
          {played && (
            <fieldset>
              <legend className="sr-only">How long the match took</legend>
              <div className="grid grid-cols-2 gap-5">
                <SelectField {...form.field('hour')} label="Hours played" options={countTo(23)} />
                <SelectField {...form.field('minute')} label="Minutes played" options={countTo(59)} />
              </div>
            </fieldset>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              {...form.field('match_area')}
              label="Match area"
              placeholder="Choose an area"
              options={listedAreas().map(({ slug }) => ({ value: slug, label: areaName(slug) }))}
            />
            <TextField
              {...form.field('match_location')}
              label="Match location"
              placeholder="Leeper Park, court 4"
              maxLength={120}
            />
          </div>
          <TextArea
            {...form.field('match_notes')}
            label="Match notes"
            optional
            hint="Everyone can read them with the result."
            maxLength={1000}
          />
          {desk?.reason}
        </div>

        <div className="max-lg:contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
          <ScorePreview
            sides={sides}
            sets={played ? sets : []}
            status={status}
            sentence={untouched ? 'Tap the games each of you won in each set.' : sentence}
          />
          {form.refusal && errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
          {/* In reach of the thumb as soon as there is a score: the rest of the form is long on a phone. */}
          <div
            className={
              ready
                ? 'max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-chalk max-lg:px-4 max-lg:pt-2 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]'
                : ''
            }
          >
            {ready && (
              <p aria-hidden="true" className="flex justify-between gap-3 pb-2 font-[620] lg:hidden">
                <span className="truncate">{sides[0]}</span>
                <span className="tabular shrink-0">{scoreLine(played ? sets : [], status)}</span>
              </p>
            )}
            <Button type="submit" size="lg" wide busy={form.busy} icon={<Icon name="add" />}>
              {submit}
            </Button>
          </div>
          <FormActions note={formatWhoIsTold(values['winner.id'], values['opponent.id'])}>
            <ButtonLink to={cancel.to} variant="quiet" wide>
              {cancel.label}
            </ButtonLink>
          </FormActions>
        </div>
      </form>
    </>
  )
}

/** Filled in from the sets until somebody types in it. */
function TotalField({ filled, value, onChange, ...rest }: { label: string; filled: number } & FieldProps) {
  return (
    <TextField
      {...rest}
      value={value || String(filled)}
      onChange={({ currentTarget }) =>
        onChange({ currentTarget: { value: currentTarget.value.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') } })
      }
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      // What is filled in gives way to what is typed.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
    />
  )
}

type FieldError = { field: string; message: string }

/** The errors from the top of the form to its end: `field-set_games-0` stands where `field-set_games` does. */
function inOrder(errors: readonly FieldError[], ids: readonly string[]): FieldError[] {
  const place = ({ field }: FieldError) => ids.findIndex((id) => field === id || field.startsWith(`${id}-`))
  return errors.toSorted((a, b) => place(a) - place(b))
}

function formatFormats(formats: SeasonRules['formats']): string {
  const words = formatWords(formats)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const blank: SetScore = { score_1: 0, score_2: 0 }

function statusOf(values: { match_status: string }): MatchStatus {
  return statusNotes.find(({ value }) => value === values.match_status)?.value ?? null
}

function namesOf(match: MatchDetail): Record<string, string> {
  return { [match.player_one_id]: match.player_one_name, [match.player_two_id]: match.player_two_name }
}

/** The winner's id and the other's; in a tie player one's goes first. */
function idsOf(match: MatchDetail): [number, number] {
  const ids: [number, number] = [match.player_one_id, match.player_two_id]
  return match.winner === 'player_two' ? [ids[1], ids[0]] : ids
}

function sideNames(match: MatchDetail): Record<string, string> {
  return {
    [match.player_one_id]: pairOf(match.player_one_name, match.player_one_a_name),
    [match.player_two_id]: pairOf(match.player_two_name, match.player_two_a_name),
  }
}

function pairOf(name: string, partner: string | null): string {
  return partner === null ? name : `${name} & ${partner}`
}

function countTo(last: number): { value: string; label: string }[] {
  return Array.from({ length: last + 1 }, (_, n) => String(n).padStart(2, '0')).map((text) => ({
    value: text,
    label: text,
  }))
}

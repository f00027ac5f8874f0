import { useState } from 'react'
import type { CallInput } from '#/contract/endpoint.ts'
import { areaNames, areas, wireDay } from '#/contract/fields.ts'
import type { LeagueEntry } from '#/features/checkout/contract.ts'
import { answerHours } from '#/rules/confirmation.ts'
import { countsFor, seasonTemplates } from '#/rules/season.ts'
import {
  scoreOutcome,
  scoreProblem,
  scoreSentence,
  scoreTotals,
  type MatchStatus,
  type SetScore,
} from '#/rules/score.ts'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
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
import { reportScore, searchLeaguePlayers, type MatchDetail } from './contract.ts'
import { ScorePreview } from './ScorePreview.tsx'
import { SetsField } from './SetsField.tsx'
import { sayWhen, statusNotes } from './words.ts'

type ScoreFormProps = {
  title: string
  /** What the button says. */
  submit: string
  /** The player who fills it in. */
  me: number | null
  /** Where the player lives: an area's slug, or ''. */
  area: string
  leagues: readonly LeagueEntry[]
  /** The match that the score is of; with a score of its own it is corrected. */
  match: MatchDetail | null
  /** Sends what was filled in; throws ApiError. */
  send: (body: NonNullable<CallInput<typeof reportScore>['body']>) => Promise<void>
  cancel: { to: string; label: string }
}

/** The score form of the specification, section 3; with a match card the players and the season are known. */
export function ScoreForm({ title, submit, me, area, leagues, match, send, cancel }: ScoreFormProps) {
  const corrected = match?.played ? match : null
  const [sets, setSets] = useState<readonly SetScore[]>(corrected?.set_games ?? [blank, blank])
  const [names, setNames] = useState<Record<string, string>>(match ? namesOf(match) : {})
  const form = useForm({
    schema: reportScore.body,
    initial: {
      season: match?.league_slug ?? likelySeason(leagues),
      'winner.id': corrected ? String(idsOf(corrected)[0]) : '',
      'opponent.id': corrected ? String(idsOf(corrected)[1]) : '',
      division: match?.level_slug ?? '',
      set_games: '',
      match_status: corrected?.match_status ?? '',
      total_winner_score: '',
      total_opponent_score: '',
      match_date: startingDay(match),
      hour: corrected?.duration?.slice(0, 2) ?? '00',
      minute: corrected?.duration?.slice(3) ?? '00',
      match_area: match?.match_area ?? match?.area ?? area,
      match_location: match?.match_location ?? '',
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
  const problem = scoreProblem(played ? sets : [], status)
  const setsId = form.field('set_games').id
  const sentence = problem && scoreSentence(problem)
  // What was said of the sets leaves the summary with its cause.
  const current = form.errors.filter(({ field, message }) => !field.startsWith(setsId) || message === sentence)
  const errors = inOrder(
    current,
    (Object.keys(values) as (keyof typeof values)[]).map((name) => form.field(name).id),
  )
  const untouched = played && sets.every(({ score_1, score_2 }) => score_1 + score_2 === 0)
  const sides = [
    names[values['winner.id']] ?? (tied ? 'Player one' : 'Winner'),
    names[values['opponent.id']] ?? (tied ? 'Player two' : 'Opponent'),
  ] as const
  const divisions = leagues.filter((league) => league.league_slug === values.season)

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
    const { data } = await call(searchLeaguePlayers, { query: { search: text, season: values.season } }, signal)
    return data.map(({ id, name }) => ({ id: String(id), name }))
  }

  /** Who hears of it, and until when it can be changed (rules/confirmation.ts). */
  function sayWhoIsTold(...ids: readonly string[]): string {
    const known = match ? sideNames(match) : names
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
        lead={match && <p>{sayWhen(match.match_date, match.match_time)}</p>}
      />
      <form
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
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
                  hint="A player of your league"
                />
                <SearchPicker
                  {...picker('opponent.id')}
                  label={tied ? 'Player two' : 'Opponent'}
                  hint="A player of your league"
                />
              </div>
              {divisions.length > 1 && (
                <SelectField
                  {...form.field('division')}
                  label="Division"
                  optional
                  hint="Needed when the two of you play in several leagues together."
                  placeholder="The one we share"
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
            />
          )}

          <RadioGroup
            {...form.radio('match_status')}
            label="Match status"
            layout="list"
            options={[
              { value: '', label: 'Played to the end', note: 'One set, best of three or best of five.' },
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
            max={today()}
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
              options={areas.map((slug) => ({ value: slug, label: areaNames[slug] }))}
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
        </div>

        <div className="flex flex-col gap-4 lg:sticky lg:top-24">
          <ScorePreview
            sides={sides}
            sets={played ? sets : []}
            status={status}
            sentence={untouched ? 'Tap the games each of you won in each set.' : sentence}
          />
          {form.refusal && errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
          <FormActions note={sayWhoIsTold(values['winner.id'], values['opponent.id'])}>
            <Button type="submit" size="lg" wide busy={form.busy} icon={<Icon name="add" />}>
              {submit}
            </Button>
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
function TotalField({
  filled,
  value,
  onChange,
  ...rest
}: { label: string; filled: number } & ReturnType<ReturnType<typeof useForm>['field']>) {
  return (
    <TextField
      {...rest}
      value={value || String(filled)}
      onChange={({ currentTarget }) =>
        onChange({ currentTarget: { value: currentTarget.value.replaceAll(/\D/g, '') } })
      }
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}

type FieldError = { field: string; message: string }

/** The errors from the top of the form to its end: `field-set_games-0` stands where `field-set_games` does. */
function inOrder(errors: readonly FieldError[], ids: readonly string[]): FieldError[] {
  const place = ({ field }: FieldError) => ids.findIndex((id) => field === id || field.startsWith(`${id}-`))
  return errors.toSorted((a, b) => place(a) - place(b))
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

/** The day here, yyyy-mm-dd; the server knows the day where the match was. */
function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** The card's own day once it has come, else today. */
function startingDay(match: MatchDetail | null): string {
  const arranged = match?.match_date?.replaceAll('/', '-')
  return arranged !== undefined && arranged <= today() ? arranged : today()
}

/** The season that my league is playing now, else my newest. */
function likelySeason(leagues: readonly LeagueEntry[]): string {
  const now = leagues.find(({ starting_date, ending_date }) =>
    countsFor(today(), {
      starting_date: starting_date.replaceAll('/', '-'),
      ending_date: ending_date.replaceAll('/', '-'),
    }),
  )
  return (now ?? leagues[0])?.league_slug ?? ''
}

function countTo(last: number): { value: string; label: string }[] {
  return Array.from({ length: last + 1 }, (_, n) => String(n).padStart(2, '0')).map((text) => ({
    value: text,
    label: text,
  }))
}

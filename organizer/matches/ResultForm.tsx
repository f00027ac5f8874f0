import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { dayInArea } from '#/contract/area-details.ts'
import { firstArea } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { CourtField } from '#/features/courts/CourtField.tsx'
import { listMatchesToEnter, voidResult } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason } from '#/organizer/desk/ReasonDialog.tsx'
import { scoreLine } from '#/rules/outcome.ts'
import { parseSidedResult } from '#/rules/score-line.ts'
import { scoreSentence, scoreTotals } from '#/rules/score.ts'
import { rulesOfSport } from '#/rules/sports/sports.ts'
import { useAction } from '#/web/action.ts'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { now } from '#/web/now.ts'
import { Screen } from '#/web/Screen.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DateField } from '#/web/ui/DateField.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { SearchPicker, type Choice } from '#/web/ui/SearchPicker.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { enterResult, type MatchToEnter } from './contract.ts'
import { readsOfMatches } from './stale.web.ts'
import { EnteredList, type Entered } from './EnteredList.tsx'

type MatchChoice = Choice & { match: MatchToEnter }

const values = z.object({
  match: z.object({ id: z.string().check(z.minLength(1, 'Please choose a match from the list.')) }),
  line: z.string().check(z.trim(), z.minLength(1, 'Please enter the score.')),
  match_date: z.string().check(z.minLength(1, 'Please enter the day.')),
  match_location: enterResult.body.shape.match_location,
  reason: enterResult.body.shape.reason,
})

/** Enters results one after the other by keyboard: the names, the score, Enter. Day, place and reason stay. */
export function ResultForm() {
  const [opened] = useState(now)
  const [chosen, setChosen] = useState<MatchToEnter | null>(null)
  const [entered, setEntered] = useState<readonly Entered[]>([])
  /** The league of the last result, whose matches come first. */
  const [league_id, setLeague] = useState<number | undefined>()
  const count = useRef(0)
  // The screen is a tool for the keyboard, whose first field is the next step.
  useEffect(() => focusOn('match.id'), [])
  const enter = useAction(enterResult, { stale: readsOfMatches, toast: null })
  const takeBack = useAction(voidResult, { stale: readsOfMatches })

  const form = useForm({
    schema: values.check(({ value, issues }) => {
      const message = problemOf(chosen, value.line)
      if (message !== null && value.line !== '') issues.push({ code: 'custom', path: ['line'], message, input: value })
    }),
    keep: useFormDraft('results', ['match', 'line']),
    initial: {
      match: { id: '', name: '' },
      line: '',
      match_date: dayInArea(firstArea(), opened),
      match_location: '',
      reason: 'From the result sheet',
    },
    toBody: (typed) => typed,
    onSubmit: async (_, typed) => {
      const read = chosen && parseSidedResult(typed.line, chosen.rules)
      if (!chosen || !read) return
      const [winner, opponent] = read.winner === 'second' ? [chosen.two, chosen.one] : [chosen.one, chosen.two]
      const totals = scoreTotals(read.sets, read.status, chosen.rules).sets
      const { match_date, match_location, reason } = typed
      const body = {
        season: chosen.season_slug,
        year: chosen.year,
        division: chosen.division,
        matchup_id: chosen.match_id,
        winner: { id: winner.id },
        opponent: { id: opponent.id },
        set_games: read.sets,
        match_status: read.status,
        total_winner_score: totals.winner,
        total_opponent_score: totals.opponent,
        match_date: wireDay(match_date),
        match_area: chosen.area,
        match_location,
        match_notes: '',
        reason,
      }
      const { id, version } = await enter.submit({ body })
      count.current += 1
      const score = scoreLine(read.sets, read.status)
      const won = read.winner === null ? null : read.winner === 'second' ? ('two' as const) : ('one' as const)
      setEntered((before) => [
        { key: count.current, match: { ...chosen, match_id: id }, version, typed, score, winner: won },
        ...before,
      ])
      setLeague(chosen.league_id)
      // The form saves nothing of the result that was sent, and starts with the day, place and reason.
      setTimeout(() => {
        choose(null)
        form.set('line', '')
        form.set('match_location', match_location)
        focusOn('match.id')
      })
    },
  })

  function choose(match: MatchToEnter | null): void {
    setChosen(match)
    form.set('match.id', match === null ? '' : keyOf(match))
    form.set('match.name', match === null ? '' : nameOf(match))
    if (match && form.values.match_location === '') form.set('match_location', match.match_location)
  }

  /** Voids a result and fills the form with it. */
  async function undo(row: Entered): Promise<void> {
    await takeBack.submit({
      params: { id: row.match.match_id },
      body: { version: row.version, again: true, reason: `Entered by mistake. ${row.typed.reason}`.slice(0, 500) },
    })
    setEntered((before) => before.filter(({ key }) => key !== row.key))
    choose(row.match)
    for (const name of ['line', 'match_date', 'match_location', 'reason'] as const) form.set(name, row.typed[name])
    focusOn('line')
  }

  async function search(text: string, signal: AbortSignal): Promise<MatchChoice[]> {
    const { matches } = await call(listMatchesToEnter, { query: { search: text, league_id } }, { signal })
    return matches.map((match) => ({
      id: keyOf(match),
      name: nameOf(match),
      note: `${match.league}. ${match.match_id === null ? 'Without an open match.' : match.play_by ? `To be played by ${formatDay(match.play_by)}.` : 'Open.'}`,
      match,
    }))
  }

  const picker = form.field('match.id')
  const day = form.field('match_date')
  const preview = chosen === null ? null : previewOf(chosen, form.values.line)
  return (
    <Screen title="Enter results" failed={form.failed} lead="Names, score, Enter, and on to the next one.">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
        <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
          <FormErrors form={form} />
          <SearchPicker<MatchChoice>
            id={picker.id}
            label="Match"
            hint="Parts of both names, like “ada lind”. The score is read from the side of the name that you type first."
            placeholder="Type both names"
            error={picker.error}
            value={chosen && { id: keyOf(chosen), name: nameOf(chosen) }}
            search={search}
            onChange={(choice) => {
              choose(choice?.match ?? null)
              if (choice) focusOn('line')
            }}
          />
          <div>
            <TextField
              {...form.field('line')}
              label={chosen ? `Score, ${chosen.one.name} first` : 'Score'}
              hint={`${chosen ? rulesOfSport(chosen.rules.formats).typed : '6-4 3-6 10-7 or 64 36 107'}. Also “w/o” and “ret”, which the first side won.`}
              autoComplete="off"
              spellCheck={false}
            />
            <output className="mt-1.5 block min-h-6 font-[620] wrap-anywhere">{preview}</output>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField
              id={day.id}
              label="Played on"
              value={day.value}
              error={day.error}
              onChange={(next) => form.set('match_date', next)}
              max={dayInArea(chosen?.area ?? firstArea(), opened)}
            />
            <CourtField {...form.field('match_location')} label="Where" area={chosen?.area ?? firstArea()} />
          </div>
          <TextField {...form.field('reason')} label="Reason" hint={playersReadReason} maxLength={500} />
          <FormActions note="It counts at once and is final. Both sides get an email.">
            <Button type="submit" size="lg" busy={form.busy}>
              Enter the result
            </Button>
            {chosen && (
              <Button variant="quiet" onClick={() => choose({ ...chosen, one: chosen.two, two: chosen.one })}>
                Read it from {chosen.two.name}
              </Button>
            )}
          </FormActions>
        </form>
        <EnteredList rows={entered} busy={takeBack.busy} onUndo={(row) => void undo(row).catch(() => undefined)} />
      </div>
    </Screen>
  )
}

function keyOf({ match_id, one, two, league_id }: MatchToEnter): string {
  return `${match_id ?? league_id} ${one.id} ${two.id}`
}

function nameOf({ one, two }: MatchToEnter): string {
  return `${one.name} and ${two.name}`
}

function problemOf(match: MatchToEnter | null, line: string): string | null {
  if (match === null) return null
  const read = parseSidedResult(line, match.rules)
  if (read === null) return `This is not a score. Please write it like ${rulesOfSport(match.rules.formats).typed}.`
  return read.problem && scoreSentence(read.problem, match.rules)
}

/** The result that the typed score means. Blank until it is legal. */
function previewOf(match: MatchToEnter, line: string): string {
  const read = parseSidedResult(line, match.rules)
  if (read === null || read.problem !== null) return ''
  const { one, two } = match
  const score = scoreLine(read.sets, read.status)
  if (read.winner === null) return `${one.name} and ${two.name}: ${score}`
  return read.winner === 'first' ? `${one.name} beat ${two.name} ${score}` : `${two.name} beat ${one.name} ${score}`
}

/** After the screen shows the next state. */
function focusOn(path: string): void {
  requestAnimationFrame(() => document.getElementById(`field-${path.replace('.', '-')}`)?.focus())
}

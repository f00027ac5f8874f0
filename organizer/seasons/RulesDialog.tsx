import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { formatWordsOf } from '#/rules/formats/formats.ts'
import { playoffShortage } from '#/rules/formats/shortage.ts'
import { MOST_PLACES } from '#/rules/playoff-stages.ts'
import { changedRules, changedSentences } from '#/rules/rule-sentences.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import {
  formatsOf,
  formatsOfSport,
  formatsPlayed,
  sportOf,
  sports,
  sportWords,
  type MatchFormat,
  type Sport,
} from '#/rules/sports/formats.ts'
import { useChange, useRead } from '#/web/api.ts'
import { useForm, type Draft } from '#/web/form.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrganizerSeason, listMatchFormats, listOrganizerSeasons, previewRules } from '#/organizer/calls.gen.ts'
import type { OwnFormat } from '#/organizer/match-formats/contract.ts'
import { changeRules, type SeasonDetail } from './contract.ts'
import { TableRulesFields, type TableRules } from './TableRulesFields.tsx'

type RulesDialogProps = {
  season: SeasonDetail
  onClose: () => void
  /** Called with the task that recalculates the tables, if there is one. */
  onTask: (task_id: number | null) => void
}

/** The rules of the season. Asks for confirmation if results have already been reported. */
export function RulesDialog({ season, onClose, onTask }: RulesDialogProps) {
  const [toConfirm, setToConfirm] = useState<SeasonRules | null>(null)
  const change = useChange(changeRules, [getOrganizerSeason, listOrganizerSeasons])
  const composed = useRead(listMatchFormats, {})
  const { rules } = season
  async function save(changed: SeasonRules, despite_results: boolean): Promise<void> {
    const { message, task_id } = await change.mutateAsync({
      params: { id: season.id },
      body: { rules: changed, despite_results },
    })
    showToast({ tone: 'good', text: message })
    onTask(task_id)
    form.forget()
    onClose()
  }
  const played = sportsPlayed(season)
  const form = useForm({
    schema: changeRules.body,
    keep: { ...useFormDraft(`season-rules-${season.id}`, ['despite_results']), untilDeleted: true },
    initial: { rules: { ...rules, formats: offeredFormats(rules, played) }, despite_results: season.results > 0 },
    onSubmit: async (body) => {
      const formats = ownFormats(body.rules.formats, rules)
      const changed = { ...changeRules.body.parse(body).rules, formats }
      if (season.results > 0 && changedRules(rules, changed).length > 0) setToConfirm(changed)
      else await save(changed, false)
    },
  })
  if (toConfirm)
    return (
      <Dialog
        open
        onClose={() => {
          form.forget()
          onClose()
        }}
        title="Results have been reported"
        role="alertdialog"
        description={`${season.results} ${season.results === 1 ? 'result has' : 'results have'} been reported under the current rules. They stay as they are, the tables are recalculated, and all players are notified.`}
        actions={
          <>
            <Button busy={change.isPending} onClick={() => void save(toConfirm, true).catch(() => {})}>
              Change the rules
            </Button>
            <Button variant="secondary" onClick={() => setToConfirm(null)}>
              Back
            </Button>
          </>
        }
      >
        {change.error && (
          <div className="mb-4">
            <Notice tone="error" announce={false}>
              {Object.values(change.error.fields)[0] ?? change.error.message}
            </Notice>
          </div>
        )}
        <RulesEffect season={season} rules={toConfirm} played={played} />
      </Dialog>
    )
  const formats = form.choices('rules.formats')
  const ownOptions = composedOptions(composed.data?.formats ?? [], rules.formats)
  // None of these has an empty value.
  const table = form.values.rules as Draft<SeasonRules> & TableRules
  const deuceRules = played.flatMap((sport) => sportWords[sport].deuce ?? [])
  const short = shortLeagues(season, table)
  return (
    <FormDialog
      title={`Rules of ${season.name} ${season.year}`}
      description="These apply to all leagues of the season. The score form, tables and play-offs use them right away."
      size="lg"
      confirm="Save the rules"
      form={form}
      onClose={onClose}
    >
      {played.map((sport, index) => (
        <CheckboxGroup
          key={sport}
          {...formats}
          name={index === 0 ? formats.name : `${formats.name}-${sport}`}
          label={played.length === 1 ? 'A match may be' : `In ${sportWords[sport].name.toLowerCase()} a match may be`}
          options={[
            ...formatsOfSport(sport).map(({ format, name }) => ({ value: format, label: name })),
            ...ownOptions.filter(({ value }) => sportOf([value]) === sport),
          ]}
          onChange={(own) =>
            formats.onChange(
              formatsOf(
                [...formats.value, ...own].filter(
                  (format) => format !== '' && (sportOf([format]) === sport ? own : formats.value).includes(format),
                ) as MatchFormat[],
              ).map(({ format }) => format),
            )
          }
        />
      ))}
      {deuceRules.length > 0 && (
        <RadioGroup
          {...form.radio('rules.match_tie_break')}
          label="Match tie-break instead of the deciding set"
          layout="list"
          options={[
            { value: 'allowed', label: 'Players choose' },
            { value: 'always', label: 'Always' },
            { value: 'never', label: 'Never' },
          ]}
        />
      )}
      {deuceRules.includes('no_ad') && (
        <Checkbox
          {...form.checkbox('rules.no_ad')}
          label="No-ad scoring"
          hint="At deuce the next point wins the game. Fast4 always has it."
        />
      )}
      {deuceRules.includes('padel_deuce') && (
        <RadioGroup
          {...form.radio('rules.padel_deuce')}
          label="At deuce in padel"
          layout="list"
          options={[
            { value: 'golden_point', label: 'Golden point', note: 'The next point wins the game.' },
            { value: 'advantage', label: 'Advantage', note: 'Two points in a row win it.' },
            { value: 'star_point', label: 'Star Point', note: 'Two advantages at most, then one point decides.' },
          ]}
        />
      )}
      <RadioGroup
        {...form.radio('rules.walkovers')}
        label="A no-show, or a cancellation within 4 hours"
        layout="list"
        options={[
          { value: 'win_and_loss', label: 'Counts as won and lost', note: 'But not as played.' },
          { value: 'nothing', label: 'Does not count' },
        ]}
      />
      <RadioGroup
        {...form.radio('rules.stopped')}
        label="A match that time or weather stops"
        layout="list"
        options={[
          { value: 'played_on', label: 'Is played on later', note: 'Level, both can still call it a tie.' },
          {
            value: 'leader',
            label: 'The side that is ahead wins',
            note: 'More sets, else more games in the last one.',
          },
          { value: 'tie', label: 'Is a tie' },
        ]}
      />
      <TableRulesFields
        rules={table}
        sport={played[0] ?? sports[0]}
        has_byes={season.leagues.some(({ format }) => format.kind === 'swiss')}
        onChange={(changed) => form.set('rules', { ...form.values.rules, ...changed })}
      />
      {season.leagues.some(({ format }) => formatWordsOf(format.kind).by_strength) && (
        <RadioGroup
          {...form.radio('rules.draw_by')}
          label="The draw of flights, boxes, ladders and first Swiss rounds goes by"
          layout="list"
          options={[
            { value: 'last_season', label: 'The last season', note: 'New players by level and share of wins.' },
            { value: 'last_season_then_rating', label: 'The last season', note: 'New players by level and rating.' },
            { value: 'rating', label: 'Ratings', note: 'For everybody. New players have the rating of their level.' },
          ]}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.number('rules.grace_days')}
          maxLength={3}
          label="Days after the last day on which matches count"
          hint="Standard: 7."
        />
        <TextField
          {...form.number('rules.playoff_matches')}
          maxLength={3}
          label="Matches needed for the play-offs"
          hint="Standard: 4."
        />
        <TextField
          {...form.number('rules.playoff_places')}
          maxLength={3}
          label="Places in the play-offs"
          hint={`2 to ${MOST_PLACES}.`}
        />
        <Checkbox
          {...form.checkbox('rules.third_place')}
          label="Match for third place"
          hint="Between the losers of the semi-finals."
        />
        <Checkbox
          {...form.checkbox('rules.consolation')}
          label="Consolation"
          hint="A second bracket for those who lose the first match that they play. From 4 places."
        />
        {short.length > 0 && (
          <div className="sm:col-span-2">
            <Notice tone="warn" title="Too few matches for play-offs">
              {formatShortLeagues(short)}
            </Notice>
          </div>
        )}
        <TextField
          {...form.number('rules.offer_hours')}
          maxLength={3}
          label="Hours to answer an offer of times"
          hint="Standard: 72."
        />
        <TextField
          {...form.number('rules.time_expiry_hours')}
          maxLength={3}
          label="Hours before its start at which an offered time expires"
          hint="Standard: 2."
        />
        <TextField
          {...form.number('rules.effort_days')}
          maxLength={3}
          label="Days offered beyond the other side’s that are needed for a walkover"
          hint="Standard: 2."
        />
        <TextField
          {...form.number('rules.effort_hours')}
          maxLength={3}
          label="Hours that an offer must have been open to count"
          hint="Standard: 24."
        />
        <TextField
          {...form.number('rules.extension_days')}
          maxLength={3}
          label="Days to extend an unplayed match, once"
          hint="Standard: 7. Zero: never."
        />
      </div>
      <RadioGroup
        {...form.radio('rules.unplayed')}
        label="Matches that were not played"
        layout="list"
        options={[
          { value: 'organizer', label: 'An organizer decides', note: 'They see a suggested outcome.' },
          {
            value: 'clock',
            label: 'The suggested outcome is applied after three days',
            note: 'Both sides are notified first, and each can object.',
          },
        ]}
      />
    </FormDialog>
  )
}

/** The composed formats on offer, and those that the season has already chosen. */
function composedOptions(all: readonly OwnFormat[], chosen: readonly MatchFormat[]) {
  const had = formatsOf(chosen).filter(({ composition }) => composition !== null)
  const offered = all.filter(({ state, format }) => state === 'offered' || chosen.includes(format))
  return [
    ...offered.map(({ format, name, words, state, version }) => ({
      value: format,
      label: `${state === 'offered' ? name : `${name}, version ${version}`}: ${words}`,
    })),
    ...had
      .filter(({ format }) => all.every((each) => each.format !== format))
      .map(({ format, name }) => ({ value: format, label: name })),
  ]
}

type ShortLeague = { title: string; matches: number }

/** The leagues that have entries and would have too few scheduled matches for play-offs under these rules. */
function shortLeagues(
  { leagues }: SeasonDetail,
  { playoff_matches, meetings }: { playoff_matches: number | null } & Pick<SeasonRules, 'meetings'>,
): ShortLeague[] {
  return leagues.flatMap(({ division_name, area, format, taken }) => {
    const shortage = playoffShortage(format, taken, { playoff_matches: playoff_matches ?? 0, meetings })
    return shortage ? [{ title: `${division_name}, ${areaName(area)}`, matches: shortage.matches }] : []
  })
}

/** The number of leagues listed by name. */
const NAMED = 5

function formatShortLeagues(short: readonly ShortLeague[]): string {
  const named = short.slice(0, NAMED).map(({ title, matches }) => `${title} (${matches} each)`)
  const more = short.length - named.length
  return `With these rules and current entries, there can be no play-offs in: ${named.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** The sports of the season's leagues. The first sport if there are none. */
export function sportsPlayed({ leagues }: SeasonDetail): Sport[] {
  const played = new Set(leagues.map(({ sport }) => sport))
  return played.size === 0 ? [sports[0]] : sports.filter((sport) => played.has(sport))
}

/** The formats to start with: the season's, or the defaults of sports for which it has none. */
function offeredFormats({ formats }: SeasonRules, played: readonly Sport[]): MatchFormat[] {
  return [...new Set([...formats, ...played.flatMap((sport) => formatsPlayed(formats, sport))])]
}

/** The part of these formats to store: a sport that had none keeps using the defaults. */
function ownFormats(chosen: readonly MatchFormat[], { formats: stored }: SeasonRules): MatchFormat[] {
  return sports.flatMap((sport) => {
    const own = chosen.filter((format) => sportOf([format]) === sport)
    const had = stored.some((format) => sportOf([format]) === sport)
    const standard = formatsPlayed([], sport)
    const same = own.length === standard.length && standard.every((format) => own.includes(format))
    return !had && same ? [] : own
  })
}

/** The sentences that change with these rules, and the places that change in the tables as they are now. */
function RulesEffect({ season, rules, played }: { season: SeasonDetail; rules: SeasonRules; played: Sport[] }) {
  const preview = useRead(previewRules, { params: { id: season.id }, body: { rules } })
  const { added, removed } = changedSentences(season.rules, rules, played)
  return (
    <>
      <Sentences title="From now on" sentences={added} />
      <Sentences title="No longer" sentences={removed} />
      <p className="mt-4 font-[650]">The tables as they are now</p>
      <Loaded of={preview} loading="Comparing the tables" skeleton={{ kind: 'lines' }}>
        {({ leagues, players }) => (
          <>
            {leagues.length === 0 && <p className="mt-2">No place changes.</p>}
            {leagues.map(({ league_id, name, moves }) => (
              <details key={league_id} className="mt-2" open={leagues.length === 1}>
                <summary className="cursor-pointer">
                  {name}: {moves.length} {moves.length === 1 ? 'place changes' : 'places change'}
                </summary>
                <ul className="mt-1 flex flex-col gap-1 pl-5">
                  {moves.map((move) => (
                    <li key={move.entry_id}>
                      {move.name}: {formatOrdinal(move.before)} → {formatOrdinal(move.after)}
                    </li>
                  ))}
                </ul>
              </details>
            ))}
            <p className="mt-3 text-muted">
              {players === 1 ? 'One player gets' : `${players} players get`} a notification with these sentences and
              their place.
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <>
      <p className="mt-4 font-[650] first:mt-0">{title}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-6">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

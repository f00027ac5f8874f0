import { areaName, allAreas } from '#/contract/areas.ts'
import { CourtField } from '#/features/courts/CourtField.tsx'
import { capitalized } from '#/rules/sports/formats.ts'
import { formatWords, type SeasonRules } from '#/rules/season-rules.ts'
import type { FieldProps } from '#/web/form.ts'
import { DateField } from '#/web/ui/DateField.tsx'
import { Later } from '#/web/ui/Later.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { statusNotes } from './format.ts'
import { setsId, type ScoreForm } from './score-form.web.ts'
import { SetsField } from './SetsField.tsx'

/** The fields that all score forms share, from the sets to the notes. `more`: match statuses of an organizer's form. */
export function ScoreFields({ form, more = [] }: { form: ScoreForm; more?: ReturnType<typeof statusNotes> }) {
  const { values, tied, counts_as_played, totals } = form
  const match_date = form.field('match_date')
  return (
    <>
      {counts_as_played && (
        <SetsField
          id={setsId}
          sets={values.set_games}
          onChange={form.setSets}
          onStatus={(status) => form.set('match_status', status ?? '')}
          names={form.sides}
          problem={form.attempt > 0 ? form.problem : null}
          sentence={form.sentence}
          rules={form.rules}
        />
      )}
      <Later>
        <RadioGroup
          {...form.radio('match_status')}
          label="Match status"
          layout="list"
          options={[
            { value: '', label: 'Played to the end', note: `${formatFormats(form.rules.formats)}.` },
            ...[...statusNotes(form.words.set, form.rules.stopped), ...more].map(({ value, note }) => ({
              value,
              label: value,
              note,
            })),
          ]}
        />
        {counts_as_played && (
          <div className="grid grid-cols-2 gap-5">
            <TotalField
              {...form.number('total_winner_score')}
              label={tied ? 'Total, player one' : 'Total, winner'}
              filled={totals.winner}
            />
            <TotalField
              {...form.number('total_opponent_score')}
              label={tied ? 'Total, player two' : 'Total, opponent'}
              filled={totals.opponent}
            />
          </div>
        )}
        <DateField
          id={match_date.id}
          label="Match date"
          value={match_date.value}
          error={match_date.error}
          onChange={(day) => form.set('match_date', day)}
          max={form.last_day}
        />
        {counts_as_played && (
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
            options={allAreas().map(({ slug }) => ({ value: slug, label: areaName(slug) }))}
          />
          <CourtField {...form.field('match_location')} label="Match location" area={values.match_area} />
        </div>
        <TextArea
          {...form.field('match_notes')}
          label="Match notes"
          optional
          hint="Everyone can read them with the result."
          maxLength={1000}
        />
      </Later>
    </>
  )
}

/** A total, computed from the sets until somebody types one. */
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
      // The computed value is selected, so that typing replaces it.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
    />
  )
}

function formatFormats(formats: SeasonRules['formats']): string {
  return capitalized(formatWords(formats))
}

function countTo(last: number): { value: string; label: string }[] {
  return Array.from({ length: last + 1 }, (_, n) => String(n).padStart(2, '0')).map((text) => ({
    value: text,
    label: text,
  }))
}

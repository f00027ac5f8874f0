import { Fragment } from 'react'
import { chosenTieBreaks, pointNames, pointsWords, tieBreakText, type ChosenTieBreak } from '#/rules/ranking.ts'
import { pointsPresets } from '#/rules/points-presets.ts'
import { standardTieBreaks } from '#/rules/table-defaults.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { PointsTable } from '#/rules/table-defaults.ts'
import { sportWords, type Sport } from '#/rules/sports/formats.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

/** The rules that decide the order of a table. */
export type TableRules = Pick<SeasonRules, 'meetings' | 'ranking' | 'tie_breaks' | 'among_tied' | 'withdrawal' | 'bye'>

type TableRulesFieldsProps = {
  rules: TableRules
  sport: Sport
  /** Whether a league of the season plays Swiss rounds. */
  has_byes: boolean
  onChange: (changed: Partial<TableRules>) => void
}

/** How a season's tables are ranked. */
export function TableRulesFields({ rules, sport, has_byes, onChange }: TableRulesFieldsProps) {
  const { meetings, ranking, tie_breaks, among_tied, withdrawal, bye } = rules
  return (
    <>
      <SelectField
        name="rules.meetings"
        label="Matches between the same players that count"
        hint="One more is a friendly: it is kept on profiles, and the table does not move."
        value={meetings === null ? 'all' : String(meetings)}
        options={[
          { value: 'schedule', label: 'As many as the schedule has' },
          { value: '1', label: 'The first' },
          ...[2, 3, 4, 5, 6].map((most) => ({ value: String(most), label: `The first ${most}` })),
          ...(typeof meetings === 'number' && meetings > 6
            ? [{ value: String(meetings), label: `The first ${meetings}` }]
            : []),
          { value: 'all', label: 'All' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ meetings: value === 'all' ? null : value === 'schedule' ? value : Number(value) })
        }
      />
      <RadioGroup
        name="rules.ranking.by"
        label="The table ranks by"
        layout="list"
        value={ranking.by}
        options={[
          { value: 'wins', label: 'Wins' },
          { value: 'share', label: 'Share of wins', note: 'For leagues in which numbers of matches differ.' },
          { value: 'points', label: 'Points' },
          {
            value: 'strength',
            label: 'Strength of results',
            note: 'The rating’s formula, from this season’s results alone. Wins against stronger opponents count more. Matches that are not played do not count, so ask for enough of them for the play-offs.',
          },
        ]}
        onChange={(by) => onChange({ ranking: { ...ranking, by } })}
      />
      {ranking.by === 'points' && (
        <PointsFields
          points={ranking.points}
          sport={sport}
          onChange={(points) => onChange({ ranking: { ...ranking, points } })}
        />
      )}
      <Checkbox
        name="own-tie-breaks"
        label="An order of tie-breaks of our own"
        hint="Otherwise the standard order, with the strength of opponents where not everybody meets."
        checked={tie_breaks !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ tie_breaks: checked ? [...standardTieBreaks] : null })}
      />
      {tie_breaks !== null && (
        <TieBreakFields chosen={tie_breaks} sport={sport} onChange={(codes) => onChange({ tie_breaks: codes })} />
      )}
      <RadioGroup
        name="rules.among_tied"
        label="Matches among three or more tied players"
        layout="list"
        value={among_tied}
        options={[
          { value: 'all_met', label: 'Decide if all of them have met equally often' },
          { value: 'always', label: 'Decide even if not all have met' },
        ]}
        onChange={(value) => onChange({ among_tied: value })}
      />
      <RadioGroup
        name="rules.withdrawal"
        label="Results of a player who leaves in the season"
        layout="list"
        value={withdrawal}
        options={[
          { value: 'drop', label: 'Go out of the table' },
          { value: 'keep', label: 'Stay in the table' },
          { value: 'drop_below_half', label: 'Stay if at least half of the matches were played' },
        ]}
        onChange={(value) => onChange({ withdrawal: value })}
      />
      {has_byes && (
        <RadioGroup
          name="rules.bye"
          label="A round without an opponent (Swiss rounds)"
          layout="list"
          value={bye}
          options={[
            { value: 'win', label: 'Counts as a win', note: 'But not as played.' },
            { value: 'nothing', label: 'Does not count' },
          ]}
          onChange={(value) => onChange({ bye: value })}
        />
      )}
    </>
  )
}

function pointLabels(sport: Sport): Record<keyof PointsTable, string> {
  const { set, game } = sportWords[sport]
  return {
    win: 'A win',
    loss: 'A loss',
    tie: 'A tie',
    played: 'A match played',
    set: `Each ${set} won`,
    game: `Each ${game} won`,
    straight_sets: `A win without losing a ${set}, more`,
    losing_set: `A loss with a ${set} won, more`,
    walkover_for: 'A walkover, to the side that was there',
    walkover_against: 'A walkover, to the side that was not',
    double_default: 'A double default, to each side',
  }
}

type PointsFieldsProps = { points: PointsTable; sport: Sport; onChange: (points: PointsTable) => void }

function PointsFields({ points, sport, onChange }: PointsFieldsProps) {
  const labels = pointLabels(sport)
  const preset = pointsPresets.find((each) => pointNames.every((name) => each.points[name] === points[name]))
  return (
    <fieldset className="flex flex-col gap-5 border-l-4 border-ink pl-4">
      <legend className="sr-only">Points</legend>
      <SelectField
        name="points-preset"
        label="Begin with"
        value={preset?.key ?? ''}
        placeholder="Points of our own"
        options={pointsPresets.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(pointsPresets.find(({ key }) => key === value)?.points ?? points)
        }
      />
      <p className="text-ink-soft">
        {pointsWords(points, sport)}
        {preset && <PlayedBy pages={preset.pages} />}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        {pointNames.map((name) => (
          <TextField
            key={name}
            type="number"
            min={-20}
            max={20}
            name={`rules.ranking.points.${name}`}
            label={labels[name]}
            value={Number.isNaN(points[name]) ? '' : points[name]}
            onChange={({ currentTarget: { valueAsNumber } }) => onChange({ ...points, [name]: valueAsNumber })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Who publishes these points as their rule. */
function PlayedBy({ pages }: { pages: (typeof pointsPresets)[number]['pages'] }) {
  return (
    <>
      {' As played by '}
      {pages.map(({ by, url }, index) => (
        <Fragment key={url}>
          {index > 0 && (index === pages.length - 1 ? ' and ' : ', ')}
          <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
            {by}
            <span className="sr-only">, opens in a new tab</span>
          </a>
        </Fragment>
      ))}
      .
    </>
  )
}

type TieBreakFieldsProps = {
  chosen: readonly ChosenTieBreak[]
  sport: Sport
  onChange: (codes: ChosenTieBreak[]) => void
}

/** One list for each tie-break, and an empty one to add another. The lot is always last. */
function TieBreakFields({ chosen, sport, onChange }: TieBreakFieldsProps) {
  const rows = chosen.length < chosenTieBreaks.length ? [...chosen, null] : chosen
  return (
    <fieldset className="flex flex-col gap-3 border-l-4 border-ink pl-4">
      <legend className="sr-only">Tie-breaks in order</legend>
      {rows.map((code, index) => (
        <SelectField
          key={index}
          name={`rules.tie_breaks.${index}`}
          label={`${index + 1}.`}
          value={code ?? ''}
          placeholder={code === null ? 'Add a tie-break' : 'Remove'}
          options={chosenTieBreaks
            .filter((each) => each === code || !chosen.includes(each))
            .map((each) => ({ value: each, label: tieBreakText(each, sport).title }))}
          onChange={({ currentTarget: { value } }) => {
            const next = chosenTieBreaks.find((each) => each === value)
            onChange(chosen.toSpliced(index, 1, ...(next ? [next] : [])))
          }}
        />
      ))}
      <p className="text-ink-soft">At last, a lot.</p>
    </fieldset>
  )
}

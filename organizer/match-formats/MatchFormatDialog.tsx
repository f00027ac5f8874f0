import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { changeMatchFormat, listMatchFormats } from '#/organizer/calls.gen.ts'
import { compositionOf, compositionProblem, explainComposition } from '#/rules/sports/compose.ts'
import { isOneTieBreak, type Composition } from '#/rules/sports/composed.ts'
import { capitalized, findFormat, formatsOfSport, sports, sportWords } from '#/rules/sports/formats.ts'
import { sportRules } from '#/rules/sports/sports.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { createMatchFormat, type OwnFormat } from './contract.ts'

const stale = [listMatchFormats]

/** The form's values: the parts of a composition, and the choices that say which of them apply. */
type Values = {
  name: string
  source: string
  start: string
  sets: string
  ends: 'score' | 'time' | 'tie_break'
  /** The way in which a close set is decided. */
  close: 'ahead' | 'tie_break' | 'cap' | 'choice'
  composition: Composition
}

/** Composes a format, or changes one: parts on one side, and at once what they mean. */
export function MatchFormatDialog({ format, onClose }: { format: OwnFormat | null; onClose: () => void }) {
  const create = useAction(createMatchFormat, { stale, onDone: onClose })
  const change = useAction(changeMatchFormat, { stale, onDone: onClose })
  const start = format?.format ?? 'best_of_three'
  const form = useForm({
    schema: createMatchFormat.body,
    keep: useFormDraft(`match-format-${format?.id ?? 'new'}`),
    initial: { name: format?.name ?? '', source: format?.source ?? '', ...partsOf(start) },
    toBody: (values: Values) => ({
      name: values.name,
      source: values.source.trim() || null,
      composition: toComposition(values),
    }),
    onSubmit: (body) => (format ? change.submit({ params: { id: format.id }, body }) : create.submit({ body })),
  })
  const { ends, close, composition: parts } = form.values
  const { set, game, deuce } = sportWords[parts.sport]
  const isInGames = deuce !== null
  const isOne = ends === 'tie_break'
  const canServeOut = sportRules[parts.sport].serve.turns !== 'two_points'
  const { last } = toComposition(form.values)
  const hasMatchTieBreak = last === 'tie_break' || last === 'choice'
  function begin(key: string): void {
    const next = partsOf(key)
    for (const name of ['start', 'sets', 'ends', 'close', 'composition'] as const) form.set(name, next[name])
  }
  const starts = format ? formatsOfSport(parts.sport) : sports.flatMap((sport) => formatsOfSport(sport))
  return (
    <FormDialog
      title={format ? `Change ${format.name}` : 'Compose a format'}
      description={
        format
          ? 'A change of its parts makes a new version. Seasons keep the version that they have chosen.'
          : 'Start from a usual format and change its parts. Every season can then choose it.'
      }
      confirm={format ? 'Save the format' : 'Create the format'}
      size="lg"
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        maxLength={60}
        autoComplete="off"
        hint="Organizers choose it by this name."
      />
      <SelectField
        {...form.field('start')}
        label="Start from"
        options={[
          ...(format ? [{ value: format.format, label: `${format.name} as it is` }] : []),
          ...starts.map((each) => ({ value: each.format, label: `${sportWords[each.sport].name}: ${each.name}` })),
        ]}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      <RadioGroup
        {...form.radio('ends')}
        label="The match ends"
        layout="list"
        options={[
          { value: 'score' as const, label: `When a side has won enough ${set}s` },
          { value: 'time' as const, label: 'When the time is up', note: `The ${game}s at the horn count.` },
          ...(isInGames ? [{ value: 'tie_break' as const, label: 'With one tie-break' }] : []),
        ]}
      />
      {ends === 'time' && <TextField {...form.number('composition.minutes')} label="Minutes" maxLength={3} />}
      {ends === 'score' && (
        <>
          <div className="grid items-end gap-5 sm:grid-cols-2">
            <SelectField
              {...form.field('sets')}
              label={`${capitalized(set)}s`}
              options={[
                { value: '1', label: `One ${set}` },
                { value: '2', label: `Best of three ${set}s` },
                { value: '3', label: `Best of five ${set}s` },
                { value: '4', label: `Best of seven ${set}s` },
              ]}
            />
            <TextField
              {...form.number('composition.to')}
              label={`${capitalized(game)}s that win a ${set}`}
              maxLength={2}
            />
          </div>
          <RadioGroup
            {...form.radio('close')}
            label={`If a ${set} is close`}
            layout="list"
            options={[
              { value: 'ahead' as const, label: 'Two ahead win it, however long it takes' },
              ...(isInGames ? [{ value: 'tie_break' as const, label: 'A tie-break decides' }] : []),
              { value: 'cap' as const, label: `One ${game} decides`, note: 'Win by one, or a cap.' },
              ...(isInGames
                ? []
                : [
                    {
                      value: 'choice' as const,
                      label: 'The receiver chooses how long it is',
                      note: '“Set two” in squash.',
                    },
                  ]),
            ]}
          />
          {(close === 'cap' || close === 'tie_break') && (
            <TextField
              {...form.number('composition.cap')}
              label={`${capitalized(game)}s of the winner then`}
              hint={levelHint(parts.cap, close)}
              maxLength={2}
            />
          )}
          {close === 'choice' && (
            <TextField
              {...form.number('composition.or_to')}
              label="Or it is played to"
              hint={parts.to ? `The receiver chooses at ${parts.to - 1}-${parts.to - 1}.` : undefined}
              maxLength={2}
            />
          )}
          {close === 'tie_break' && (
            <>
              <TextField
                {...form.number('composition.tie_break')}
                label="Points that win the tie-break"
                maxLength={2}
              />
              <Checkbox
                {...form.checkbox('composition.is_sudden')}
                label="One point decides it once both are a point short"
                hint="Otherwise two ahead win it."
              />
            </>
          )}
        </>
      )}
      {isInGames && !isOne && (
        <RadioGroup
          {...form.radio('composition.deuce')}
          value={parts.deuce ?? 'advantage'}
          label="At 40-40"
          layout="list"
          options={[
            { value: 'advantage', label: 'Advantage', note: 'Two points in a row win the game.' },
            {
              value: 'deciding_point',
              label: deuce === 'no_ad' ? 'No-ad' : 'Golden point',
              note: 'The next point wins it.',
            },
            { value: 'star_point', label: 'Star Point', note: 'Two advantages at most, then one point decides.' },
          ]}
        />
      )}
      {isInGames && ends === 'score' && form.values.sets !== '1' && (
        <RadioGroup
          {...form.radio('composition.last')}
          label={`The deciding ${set}`}
          layout="list"
          options={[
            { value: 'set', label: 'Like the others' },
            { value: 'long', label: 'Without a tie-break' },
            { value: 'tie_break', label: 'Always a match tie-break' },
            { value: 'choice', label: 'As the season says', note: 'A match tie-break allowed, always or never.' },
          ]}
        />
      )}
      {hasMatchTieBreak && (
        <TextField
          {...form.number('composition.tie_break_to')}
          label="Points that win the match tie-break"
          maxLength={2}
        />
      )}
      {!isInGames && canServeOut && (
        <Checkbox
          {...form.checkbox('composition.own_serve')}
          label="Only the side that serves scores"
          hint="Side-out or hand-out scoring."
        />
      )}
      <TextField
        {...form.field('source')}
        label="Published by"
        optional
        maxLength={200}
        hint="If it is not your own."
      />
      <Example values={form.values} />
    </FormDialog>
  )
}

/** At once: what the parts mean, and scores that are and are not results. */
function Example({ values }: { values: Values }) {
  const composition = toComposition(values)
  const problem = compositionProblem(composition)
  if (problem)
    return (
      <section aria-label="Example" className="rounded-md border border-line p-4">
        <p className="text-ink-soft">Nobody could play this yet. {problem.text}</p>
      </section>
    )
  const { name, sentences, examples } = explainComposition(composition)
  return (
    <section aria-label="Example" className="flex flex-col gap-3 rounded-md border border-line p-4">
      <p className="font-[650]">{name}</p>
      <ul className="flex list-disc flex-col gap-1 pl-6">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <ul className="flex flex-col gap-1">
        {examples.map((example) => (
          <li key={example.line}>
            <span className="tabular font-[650]">{example.line}</span>{' '}
            {example.problem === null ? 'is a result.' : `is not. ${example.problem}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function levelHint(cap: number | null, close: Values['close']): string | undefined {
  if (!cap) return undefined
  return `At ${cap - 1}-${cap - 1} ${close === 'tie_break' ? 'the tie-break is played' : 'the next one decides'}.`
}

/** The form's values for a format to start from. */
function partsOf(key: string): Omit<Values, 'name' | 'source'> {
  const composition = compositionOf(findFormat(key)!)
  const { sets_to_win, minutes, tie_break, cap, or_to } = composition
  return {
    start: key,
    sets: String(sets_to_win),
    ends: minutes !== null ? 'time' : isOneTieBreak(composition) ? 'tie_break' : 'score',
    close: or_to !== null ? 'choice' : tie_break !== null ? 'tie_break' : cap !== null ? 'cap' : 'ahead',
    composition,
  }
}

/** The composition of these values, without the parts that their choices leave out. */
function toComposition({ sets, ends, close, composition: parts }: Values): Composition {
  const isInGames = sportWords[parts.sport].deuce !== null
  const isScored = ends === 'score'
  const last = ends === 'tie_break' ? 'tie_break' : isScored && sets !== '1' && isInGames ? parts.last : 'set'
  const isTied = isScored && close === 'tie_break' && isInGames
  return {
    ...parts,
    sets_to_win: isScored ? Number(sets) : 1,
    to: isScored ? parts.to : null,
    minutes: ends === 'time' ? parts.minutes : null,
    cap: isTied || (isScored && close === 'cap') ? parts.cap : null,
    or_to: isScored && close === 'choice' ? parts.or_to : null,
    tie_break: isTied ? parts.tie_break : null,
    is_sudden: isTied && parts.is_sudden,
    deuce: isInGames && ends !== 'tie_break' ? (parts.deuce ?? 'advantage') : null,
    last,
    tie_break_to: last === 'tie_break' || last === 'choice' ? parts.tie_break_to : null,
  }
}

import { useState } from 'react'
import { formatList } from '#/contract/locale.ts'
import { setOrganization, organization } from '#/contract/organization.ts'
import { MoveButtons } from '#/organizer/desk/MoveButtons.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { levelPresets, MOST_LEVELS } from '#/rules/level-list.ts'
import type { Level } from '#/rules/levels.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listOrganizerLevels } from '#/organizer/calls.gen.ts'
import { saveLevels, type OrganizerLevels } from './contract.ts'

/** A level as it is typed. `row` identifies it while it has no key. */
type Draft = { row: number; key?: string; name: string }

/** Edits all levels at once. */
export function LevelsForm({ stored: { levels, version } }: { stored: OrganizerLevels }) {
  const reason = useOwnersOnly()
  const [preset, setPreset] = useState('')
  const save = useAction(saveLevels, {
    stale: [listOrganizerLevels],
    toast: () => 'The levels are saved.',
    // The page has the levels from when it was loaded, so they are replaced with the saved ones.
    onDone: (saved) =>
      setOrganization({ ...organization(), levels: saved.levels.map(({ key, name }) => ({ key, name })) }),
  })
  const form = useForm({
    schema: saveLevels.body,
    initial: { levels: toDrafts(levels) },
    toBody: (values) => ({
      version,
      levels: values.levels.map(({ key, name }) => ({ ...(key !== undefined && { key }), name })),
    }),
    onSubmit: (body) => save.submit({ body }),
  })
  const drafts = form.values.levels
  const usedBy = (draft: Draft) => formatUse(levels.find(({ key }) => key === draft.key))
  const nextRow = Math.max(-1, ...drafts.map(({ row }) => row)) + 1
  const begin = () => {
    const begun = levelPresets.find(({ key }) => key === preset)?.levels ?? []
    // Levels in use cannot be removed.
    const used = levels.filter((level) => begun.every(({ key }) => key !== level.key) && formatUse(level) !== undefined)
    // Each level gets a new row number, because text typed so far belongs to the previous list.
    form.set('levels', toDrafts([...begun, ...used], nextRow))
  }
  const add = () => form.set('levels', [...drafts, { row: nextRow, name: '' }])
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-3xl flex-col gap-6">
      <FormErrors form={form} />
      <div className="flex flex-wrap items-start gap-3">
        <SelectField
          name="preset"
          id="preset"
          label="Start with"
          optional
          placeholder="Choose a list"
          options={levelPresets.map(({ key, title }) => ({ value: key, label: title }))}
          value={preset}
          onChange={(event) => setPreset(event.currentTarget.value)}
          className="min-w-0 flex-1 sm:max-w-xs"
        />
        <span className="mt-6.5">
          <Button
            variant="secondary"
            reason={preset === '' ? 'Please choose a list first.' : undefined}
            onClick={begin}
          >
            Fill in the list
          </Button>
        </span>
      </div>
      <ol className="flex flex-col gap-4">
        {drafts.map((draft, index) => {
          const use = usedBy(draft)
          return (
            <li key={draft.row} className="grid gap-x-3 gap-y-2 border-b border-line pb-4 sm:grid-cols-2">
              <TextField
                {...form.field(`levels.${index}.name`)}
                label={`Level ${index + 1}`}
                autoComplete="off"
                maxLength={30}
                dir="auto"
              />
              <span className="flex items-start gap-1 sm:mt-6.5">
                <span className="shrink-0 sm:min-w-32">
                  <MoveButtons
                    name={draft.name.trim() || `level ${index + 1}`}
                    keys={drafts}
                    index={index}
                    onMove={(moved) => form.set('levels', moved)}
                  />
                </span>
                <Button
                  size="sm"
                  variant="quiet"
                  reason={use}
                  onClick={() => form.set('levels', drafts.toSpliced(index, 1))}
                >
                  Remove<span className="sr-only"> {draft.name.trim() || `level ${index + 1}`}</span>
                </Button>
              </span>
            </li>
          )
        })}
      </ol>
      <Button
        variant="secondary"
        className="self-start"
        reason={drafts.length >= MOST_LEVELS ? `A list can have up to ${MOST_LEVELS} levels.` : undefined}
        onClick={add}
      >
        Add a level
      </Button>
      <FormActions note="Players and divisions keep their level when you rename or move it.">
        <Button type="submit" busy={form.busy} reason={reason}>
          Save the levels
        </Button>
      </FormActions>
    </form>
  )
}

function toDrafts(levels: readonly Level[], first = 0): Draft[] {
  return levels.map(({ key, name }, index) => ({ row: first + index, key, name }))
}

/** The divisions and players that use a level, which therefore cannot be removed. Undefined if there are none. */
function formatUse(level: OrganizerLevels['levels'][number] | undefined): string | undefined {
  const by = [...(level?.divisions ?? []), ...(level?.has_players ? ['players'] : [])]
  return by.length === 0 ? undefined : `The level of ${formatList(by)}.`
}

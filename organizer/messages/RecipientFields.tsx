import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getOrganizer, type countRecipients } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { CheckboxGroup } from '#/web/ui/CheckboxGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { formatPlayers } from './format.ts'
import { groups, type Choices, type MessageForm } from './message-form.web.ts'

type RecipientFieldsProps = {
  form: MessageForm
  choices: Choices
  counted: Reply<typeof countRecipients> | undefined
  error: string | undefined
}

/** Chooses who gets a message, with the number of players. All given fields must hold. */
export function RecipientFields({ form, choices, counted, error }: RecipientFieldsProps) {
  const { data: me } = useRead(getOrganizer, {})
  const { league, players } = form.values
  return (
    <section aria-labelledby="to" className="flex flex-col gap-4">
      <h2 id="to" className="lettering text-xl">
        To
      </h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...form.field('area')}
          label="Area"
          optional="filter"
          placeholder="All my areas"
          options={(me?.areas ?? []).map((slug) => ({ value: slug, label: areaName(slug) }))}
        />
        <SelectField
          {...form.field('season')}
          label="Season"
          optional="filter"
          placeholder="Any season"
          options={choices.seasons.map(({ id, name, year }) => ({ value: String(id), label: `${name} ${year}` }))}
        />
        <SelectField
          {...form.field('division')}
          label="Division"
          optional="filter"
          placeholder="Any division"
          options={choices.divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
      <CheckboxGroup
        {...form.choices('who')}
        label="Only those who"
        hint="Leave all empty for everybody in the fields above."
        options={groups}
      />
      {league !== '' && (
        <p className="flex flex-wrap items-center gap-3">
          One league of a season that is over.
          <Button variant="quiet" onClick={() => form.set('league', '')}>
            Remove
          </Button>
        </p>
      )}
      {players !== '' && (
        <p className="flex flex-wrap items-center gap-3">
          Only {formatPlayers(players.split(',').length)} chosen before.
          <Button variant="quiet" onClick={() => form.set('players', '')}>
            Remove
          </Button>
        </p>
      )}
      <output className="font-[650]">{error ?? (counted ? formatCount(counted) : 'Counting the players')}</output>
      {counted && counted.left_out.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer">Who is left out, and why</summary>
          <ul className="mt-2 flex flex-col gap-1">
            {counted.left_out.map(({ id, name, why }) => (
              <li key={id}>
                <TextLink to={deskPaths.player(id)}>{name}</TextLink>: {why}
              </li>
            ))}
          </ul>
          {counted.left_out_count > counted.left_out.length && (
            <p className="mt-2 text-ink-soft">And {counted.left_out_count - counted.left_out.length} more.</p>
          )}
        </details>
      )}
    </section>
  )
}

function formatCount({ recipients, left_out_count }: Reply<typeof countRecipients>): string {
  const reached = `${formatPlayers(recipients)} will get the email.`
  return left_out_count === 0 ? reached : `${reached} ${formatPlayers(left_out_count)} will not.`
}

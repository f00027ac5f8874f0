import { areaName } from '#/contract/areas.ts'
import { genderOptions } from '#/contract/genders.ts'
import { levelOptions } from '#/contract/levels.ts'
import { NameInputs } from '#/features/accounts/PlayerFields.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import type { EnterForm, EntryChoices } from './enter-form.web.ts'
import { EntrantPicker } from './EntrantPicker.tsx'
import { formatRoom } from './format.ts'

/** Area, season and division. */
export function LeagueFields({ form, choices }: { form: EnterForm; choices: EntryChoices }) {
  const { league } = form
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {form.areas.length > 1 && (
          <SelectField
            {...form.field('area')}
            label="Area"
            placeholder="Choose an area"
            options={form.areas.map((area) => ({ value: area, label: areaName(area) }))}
          />
        )}
        <SelectField
          {...form.field('season')}
          label="Season"
          placeholder="Choose a season"
          options={choices.seasons
            .filter(({ id, over }) => !over && choices.leagues.some(({ season_id }) => season_id === id))
            .toReversed()
            .map(({ id, name, year }) => ({ value: String(id), label: `${name} ${year}` }))}
        />
        <SelectField
          {...form.field('league_id')}
          error={form.field('league_id').error && 'Please choose an area, a season and a division.'}
          label="Division"
          placeholder="Choose a division"
          hint={league && formatRoom(league)}
          onChange={(event) => form.setDivision(event.currentTarget.value)}
          options={choices.divisions.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
      </div>
      {league && league.capacity !== null && league.entries >= league.capacity && (
        <Notice tone="warn">This league is full. You can go over its limit.</Notice>
      )}
    </>
  )
}

/** A player with an account, or a new one. */
export function EntrantFields({ form }: { form: EnterForm }) {
  const { id, name, error } = form.field('email')
  return (
    <>
      <RadioGroup
        {...form.radio('who')}
        label="The player"
        options={[
          { value: 'known', label: 'Has an account' },
          { value: 'new', label: 'Is new' },
        ]}
      />
      {form.values.who === 'known' ? (
        <EntrantPicker
          label="Player"
          hint="Players of your areas by name; anybody by the whole email. A player who lives elsewhere gets an invitation first."
          id={id}
          name={name}
          error={error && (form.account ? error : 'Please choose a player.')}
          value={form.account}
          onChange={form.setAccount}
        />
      ) : (
        <NewPlayerFields form={form} />
      )}
    </>
  )
}

function NewPlayerFields({ form }: { form: EnterForm }) {
  const genders = genderOptions()
  return (
    <div className="flex flex-col gap-5 border-l-4 border-line pl-4">
      <NameInputs
        first={form.field('new_player.first_name')}
        last={form.field('new_player.last_name')}
        oneName={form.checkbox('new_player.one_name')}
        label="They have one name"
        autoComplete={['off', 'off', 'off']}
        onOneName={() => form.set('new_player.last_name', '')}
      />
      <TextField
        {...form.field('new_player.email')}
        label="Email"
        optional
        hint="This player receives a link to choose a password. Without an email, make a link to claim the account on the player's page."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <PhoneField {...form.field('new_player.phone')} label="Phone" />
      <RadioGroup {...form.radio('new_player.singles_level')} label="Singles level" options={levelOptions()} />
      {genders.length > 0 && <RadioGroup {...form.radio('new_player.gender')} label="Gender" options={genders} />}
      {form.asksAge && (
        <TextField
          {...form.number('new_player.year_of_birth')}
          label="Year of birth"
          optional
          hint="If you know it. Other players do not see it."
          maxLength={4}
        />
      )}
    </div>
  )
}

/** In doubles, the partner to invite. */
export function InvitedPartnerFields({ form }: { form: EnterForm }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...form.field('partner.full_name')} label="Partner's full name" optional autoComplete="off" />
      <TextField
        {...form.field('partner.email')}
        label="Partner's email"
        hint="We email them an invitation."
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
      />
    </div>
  )
}

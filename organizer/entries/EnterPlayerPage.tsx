import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { genders, singlesLevels } from '#/contract/fields.ts'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import type { Choice } from '#/web/ui/SearchPicker.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { enterPlayer, listEntryChoices, type LeagueChoice } from './contract.ts'
import { EntrantPicker } from './EntrantPicker.tsx'
import { formatRoom } from './format.ts'

type Choices = Reply<typeof listEntryChoices>

/** Enters a player who pays in cash, or not at all: ?league=. */
export default function EnterPlayerPage() {
  const [params] = useSearchParams()
  const read = useRead(listEntryChoices, {})
  const { data } = read
  return (
    <>
      {data ? (
        <EnterForm choices={data} league={data.leagues.find(({ id }) => String(id) === params.get('league'))} />
      ) : (
        <>
          <title>Enter a player · Deuce</title>
          <PageHeader title="Enter a player" />
          {read.error ? <ReadError of={read} /> : <Skeleton kind="rows" label="Loading the leagues" />}
        </>
      )}
    </>
  )
}

function EnterForm({ choices, league: first }: { choices: Choices; league: LeagueChoice | undefined }) {
  const navigate = useNavigate()
  const enter = useChange(enterPlayer, [listEntryChoices])
  const [account, setAccount] = useState<Choice | null>(null)
  const areas = [...new Set(choices.leagues.map(({ area }) => area))]
  const priceOf = (slug: string | undefined) => choices.divisions.find((division) => division.slug === slug)?.price
  const form = useForm({
    schema: enterPlayer.body,
    initial: {
      area: first?.area ?? (areas.length === 1 ? (areas[0] ?? '') : ''),
      season: String(first?.season_id ?? ''),
      league_id: first?.division ?? '',
      who: 'known',
      email: '',
      'new_player.first_name': '',
      'new_player.last_name': '',
      'new_player.email': '',
      'new_player.phone': '+1 ',
      'new_player.singles_level': '',
      'new_player.gender': '',
      'partner.full_name': '',
      'partner.email': '',
      amount: String(priceOf(first?.division) ?? ''),
      reason: '',
    },
    toBody: (values) => ({
      league_id: leagueOf(values)?.id,
      ...(values.who === 'known' ? { email: values.email } : { new_player: newPlayerOf(values) }),
      ...(values['partner.email'] === '' && values['partner.full_name'] === ''
        ? {}
        : { partner: { full_name: values['partner.full_name'], email: values['partner.email'] } }),
      amount: values.amount,
      reason: values.reason,
    }),
    onSubmit: async (body) => {
      const done = await enter.mutateAsync({ body })
      showToast({ tone: 'good', text: done.message })
      await navigate(paths.organizer.entry(done.entry_id))
    },
  })
  const { values } = form
  function leagueOf({ area, season, league_id }: { area: string; season: string; league_id: string }) {
    return choices.leagues.find(
      (each) => each.area === area && String(each.season_id) === season && each.division === league_id,
    )
  }
  const league = leagueOf(values)
  const doubles = choices.divisions.find(({ slug }) => slug === values.league_id)?.kind === 'doubles'
  const { id: emailId, name: emailName, error: emailError } = form.field('email')
  return (
    <>
      <title>{form.errors.length > 0 ? 'Error: Enter a player · Deuce' : 'Enter a player · Deuce'}</title>
      <PageHeader
        title="Enter a player"
        lead="Enter a player who pays in cash or plays for free. The place is confirmed right away, without a card."
      />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-2xl flex-col gap-6">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          {areas.length > 1 && (
            <SelectField
              {...form.field('area')}
              label="Area"
              placeholder="Choose an area"
              options={areas.map((area) => ({ value: area, label: areaName(area) }))}
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
            error={form.field('league_id').error && 'Please choose area, season and division.'}
            label="Division"
            placeholder="Choose a division"
            hint={league && formatRoom(league)}
            onChange={(event) => {
              const slug = event.currentTarget.value
              form.set('league_id', slug)
              form.set('amount', String(priceOf(slug) ?? ''))
            }}
            options={choices.divisions.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </div>
        {league && league.capacity !== null && league.entries >= league.capacity && (
          <Notice tone="warn">This league is full. You can go over its limit.</Notice>
        )}
        <RadioGroup
          {...form.radio('who')}
          label="The player"
          options={[
            { value: 'known', label: 'Has an account' },
            { value: 'new', label: 'Is new' },
          ]}
        />
        {values.who === 'known' ? (
          <EntrantPicker
            label="Player"
            id={emailId}
            name={emailName}
            error={emailError && (account ? emailError : 'Please choose a player.')}
            value={account}
            onChange={(choice) => {
              setAccount(choice)
              form.set('email', choice?.id ?? '')
            }}
          />
        ) : (
          <div className="flex flex-col gap-5 border-l-4 border-line pl-4">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...form.field('new_player.first_name')} label="First name" autoComplete="off" />
              <TextField {...form.field('new_player.last_name')} label="Last name" autoComplete="off" />
            </div>
            <TextField
              {...form.field('new_player.email')}
              label="Email"
              hint="We send them a link to choose a password."
              type="email"
              inputMode="email"
              autoComplete="off"
            />
            <PhoneField {...form.field('new_player.phone')} label="Phone" />
            <RadioGroup
              {...form.radio('new_player.singles_level')}
              label="Singles level"
              options={same(singlesLevels)}
            />
            <RadioGroup {...form.radio('new_player.gender')} label="Gender" options={same(genders)} />
          </div>
        )}
        {doubles && (
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
        )}
        <TextField
          {...form.field('amount')}
          label="Paid in cash"
          hint="The amount you received. Enter 0 for nothing."
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          className="max-w-60"
        />
        <TextArea
          {...form.field('reason')}
          label="Reason"
          hint="For the audit log: who received the cash, and where."
          rows={2}
        />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            Enter the player
          </Button>
          <ButtonLink variant="secondary" to={paths.organizer.entries}>
            Cancel
          </ButtonLink>
        </FormActions>
      </form>
    </>
  )
}

function newPlayerOf(values: Record<string, string>) {
  const of = (name: string) => values[`new_player.${name}`] ?? ''
  return {
    first_name: of('first_name'),
    last_name: of('last_name'),
    email: of('email'),
    phone: of('phone'),
    singles_level: of('singles_level'),
    gender: of('gender'),
  }
}

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

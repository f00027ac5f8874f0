import { useNavigate } from '#/web/router.tsx'
import type { AreaSlug } from '#/contract/areas.ts'
import { getUser, listMyMatches, searchLeaguePlayers, listMyLeagues } from '#/features/calls.gen.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SearchPicker, type Choice } from '#/web/ui/SearchPicker.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { AppointmentFields } from '#/features/arranging/AppointmentFields.tsx'
import { toAppointment } from '#/features/arranging/appointment.web.ts'
import { addMatch } from './contract.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Adds a match that is not in the schedule. */
export default function AddMatchPage() {
  const me = useRead(getUser, {})
  const leagues = useRead(listMyLeagues, {})
  if (me.data && leagues.data && leagues.data.length > 0)
    return <AddMatch me={String(me.data.user.id)} leagues={leagues.data} />
  return (
    <Screen title="Add a match">
      <Loaded of={[me, leagues]} loading="Loading the form" skeleton={{ kind: 'lines', count: 5 }}>
        {() => (
          <EmptyState
            picture="no-league"
            title="No League available"
            action={<ButtonLink to={paths.joinLeague}>Join Here Today</ButtonLink>}
          >
            You can add matches against players in your league.
          </EmptyState>
        )}
      </Loaded>
    </Screen>
  )
}

function AddMatch({ me, leagues }: { me: string; leagues: readonly LeagueEntry[] }) {
  const navigate = useNavigate()
  const add = useAction(addMatch, {
    stale: [listMyMatches],
    onDone: () => navigate(paths.profile, { replace: true }),
  })
  const mine = listedSeasons().filter(({ slug }) => leagues.some(({ league_slug }) => league_slug === slug))
  const form = useForm({
    schema: addMatch.body,
    initial: {
      season: leagues[0]?.league_slug ?? '',
      opponent: { id: '', name: '' },
      division: '',
      match_date: '',
      match_time: '',
      match_location: '',
    },
    keep: { name: `add-match-by-${me}` },
    toBody: (values) => ({
      ...values,
      ...toAppointment(values),
      division: values.division || null,
    }),
    onSubmit: (body) => add.submit({ body }),
  })
  const { season, opponent } = form.values
  const divisions = leagues.filter(({ league_slug }) => league_slug === season)

  async function search(text: string, signal: AbortSignal): Promise<Choice[]> {
    const { data } = await call(searchLeaguePlayers, { query: { search: text, season } }, { signal })
    return data.map(({ id, name }) => ({ id: String(id), name })).filter(({ id }) => id !== me)
  }

  return (
    <Screen
      title="Add a match"
      failed={form.failed}
      lead={<p>Add a match outside the draw. It counts like any other, and both of you see it.</p>}
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-xl flex-col gap-6">
        <FormErrors form={form} />
        <SelectField
          {...form.field('season')}
          label="Season"
          options={mine.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <SearchPicker
          id={form.field('opponent.id').id}
          error={form.field('opponent.id').error}
          label="Opponent"
          hint="A player of your league"
          value={opponent.id === '' ? null : opponent}
          onChange={(choice) => {
            form.set('opponent.id', choice?.id ?? '')
            form.set('opponent.name', choice?.name ?? '')
          }}
          search={search}
        />
        {divisions.length > 1 && (
          <SelectField
            {...form.field('division')}
            label="Division"
            optional
            hint="Needed when the two of you share several leagues."
            placeholder="The one we share"
            options={divisions.map(({ level_slug, level_name }) => ({ value: level_slug, label: level_name }))}
          />
        )}
        <AppointmentFields form={form} area={areaOf(divisions, form.values.division)} />

        <FormActions>
          <Button type="submit" size="lg" busy={form.busy} icon={<Icon name="add" />}>
            Add the match
          </Button>
          <ButtonLink to={paths.profile} variant="quiet">
            Cancel
          </ButtonLink>
        </FormActions>
      </form>
    </Screen>
  )
}

/** The area of the selected league; '' while several are possible. */
function areaOf(leagues: readonly LeagueEntry[], division: string): AreaSlug {
  const areas = leagues.filter(({ level_slug }) => division === '' || level_slug === division).map(({ area }) => area)
  const [area = ''] = areas
  return areas.every((other) => other === area) ? area : ''
}

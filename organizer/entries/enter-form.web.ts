import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { useAction } from '#/web/action.ts'
import { FIRST_YEAR_OF_BIRTH, hasAges } from '#/rules/age-group.ts'
import { useForm } from '#/web/form.ts'
import { useRead } from '#/web/api.ts'
import type { Fitting } from '#/rules/fit.ts'
import { listEntryChoices, listOrganizerEntries, searchEntrants } from '#/organizer/calls.gen.ts'
import { enterPlayer, type LeagueChoice } from './contract.ts'
import { toEntrant, type Entrant } from './EntrantPicker.tsx'
import { formatMisfitOf } from './format.ts'

export type EntryChoices = Reply<typeof listEntryChoices>
export type EnterForm = ReturnType<typeof useEnterForm>

/** The form that enters a player. Area, season and division together identify the league. */
export function useEnterForm(choices: EntryChoices, first: LeagueChoice | undefined) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Entrant | null>(null)
  const areas = [...new Set(choices.leagues.map(({ area }) => area))]
  const enter = useAction(enterPlayer, {
    stale: [listEntryChoices, listOrganizerEntries],
    onDone: ({ entry_id }) =>
      navigate(entry_id === null ? deskPaths.entriesOf({ state: 'invited' }) : deskPaths.entry(entry_id)),
  })
  const form = useForm({
    schema: enterPlayer.body,
    keep: useFormDraft(`entry-${first?.id ?? 'any'}`),
    initial: {
      area: first?.area ?? (areas.length === 1 ? (areas[0] ?? '') : ''),
      season: String(first?.season_id ?? ''),
      // The slug of the division. Errors about the league appear at its field.
      league_id: first?.division ?? '',
      who: 'known',
      email: '',
      new_player: {
        first_name: '',
        last_name: '',
        one_name: false,
        email: '',
        phone: '',
        singles_level: '',
        gender: '',
        year_of_birth: null as number | null,
      },
      partner: { full_name: '', email: '' },
      amount: priceOf(first?.division),
      reason: '',
    },
    toBody: (values) => {
      const { who, email, new_player, partner, amount, reason } = values
      return {
        league_id: leagueOf(values)?.id,
        ...(who === 'known' ? { email } : { new_player: asksAge(values) ? new_player : withoutAge(new_player) }),
        ...((partner.email !== '' || partner.full_name !== '') && { partner }),
        amount,
        reason,
      }
    },
    onSubmit: (body) => enter.submit({ body }),
  })

  // A restored draft has only the email.
  const { email } = form.values
  const kept = useRead(searchEntrants, { query: { search: email } }, { enabled: email !== '' && chosen === null })
  const found = kept.data?.players.find((player) => player.email === email)
  const account = chosen ?? (found ? toEntrant(found) : null)

  function priceOf(slug: string | undefined): string {
    return String(choices.divisions.find((division) => division.slug === slug)?.price ?? '')
  }

  function leagueOf({ area, season, league_id }: { area: string; season: string; league_id: string }) {
    return choices.leagues.find(
      (each) => each.area === area && String(each.season_id) === season && each.division === league_id,
    )
  }

  function divisionOf({ league_id }: { league_id: string }) {
    return choices.divisions.find(({ slug }) => slug === league_id)
  }

  /** Why the division may not suit the player, as a sentence. Null if it does, or if that is unknown. */
  function misfitOf(values: typeof form.values): string | null {
    const league = leagueOf(values)
    const division = divisionOf(values)
    const year = choices.seasons.find(({ id }) => id === league?.season_id)?.year
    const player = values.who === 'known' ? account : fittingOf(values.new_player)
    if (division === undefined || year === undefined || player === null) return null
    return formatMisfitOf(division, year, player)
  }

  function asksAge(values: { league_id: string }): boolean {
    const division = divisionOf(values)
    return division !== undefined && hasAges(division)
  }

  return {
    ...form,
    areas,
    league: leagueOf(form.values),
    isDoubles: divisionOf(form.values)?.kind === 'doubles',
    asksAge: asksAge(form.values),
    misfit: misfitOf(form.values),
    setDivision: (slug: string) => {
      form.set('league_id', slug)
      form.set('amount', priceOf(slug))
    },
    account: account ?? (email === '' ? null : { id: email, name: email }),
    setAccount: (entrant: Entrant | null) => {
      setChosen(entrant)
      form.set('email', entrant?.id ?? '')
    },
  }
}

/** The typed details of a new player that decide the fit, as far as they are filled in. */
function fittingOf({ singles_level, gender, year_of_birth }: Fitting): Fitting {
  const isYear = year_of_birth !== null && year_of_birth >= FIRST_YEAR_OF_BIRTH
  return {
    singles_level: singles_level || null,
    gender: gender || null,
    year_of_birth: isYear ? year_of_birth : null,
  }
}

/** Details typed for another division are not sent. */
function withoutAge<P extends { year_of_birth: number | null }>(player: P): P {
  return { ...player, year_of_birth: null }
}

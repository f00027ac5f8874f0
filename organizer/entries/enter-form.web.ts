import { useKept } from '#/organizer/desk/kept.web.ts'
import { useState } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { useAction } from '#/web/action.ts'
import { hasAges } from '#/rules/age-group.ts'
import { useForm } from '#/web/form.ts'
import type { Choice } from '#/web/ui/SearchPicker.tsx'
import { enterPlayer, listEntryChoices, listOrganizerEntries, type LeagueChoice } from './contract.ts'

export type EntryChoices = Reply<typeof listEntryChoices>
export type EnterForm = ReturnType<typeof useEnterForm>

/** The form that enters a player. Area, season and division name the league together. */
export function useEnterForm(choices: EntryChoices, first: LeagueChoice | undefined) {
  const navigate = useNavigate()
  const [account, setAccount] = useState<Choice | null>(null)
  const areas = [...new Set(choices.leagues.map(({ area }) => area))]
  const enter = useAction(enterPlayer, {
    stale: [listEntryChoices, listOrganizerEntries],
    onDone: ({ entry_id }) =>
      navigate(entry_id === null ? paths.organizer.entriesOf({ state: 'invited' }) : paths.organizer.entry(entry_id)),
  })
  const form = useForm({
    schema: enterPlayer.body,
    keep: useKept(`entry-${first?.id ?? 'any'}`),
    initial: {
      area: first?.area ?? (areas.length === 1 ? (areas[0] ?? '') : ''),
      season: String(first?.season_id ?? ''),
      // The slug of the division; errors of the league show at its field.
      league_id: first?.division ?? '',
      who: 'known',
      email: '',
      new_player: {
        first_name: '',
        last_name: '',
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
    setDivision: (slug: string) => {
      form.set('league_id', slug)
      form.set('amount', priceOf(slug))
    },
    account: account ?? (form.values.email === '' ? null : { id: form.values.email, name: form.values.email }),
    setAccount: (choice: Choice | null) => {
      setAccount(choice)
      form.set('email', choice?.id ?? '')
    },
  }
}

/** What was typed for another division is not sent. */
function withoutAge<P extends { year_of_birth: number | null }>(player: P): P {
  return { ...player, year_of_birth: null }
}

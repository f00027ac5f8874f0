import { useEffect, useState } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import type { listEntryChoices } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useForm, type Form } from '#/web/form.ts'
import { useSearchParams } from '#/web/router.tsx'
import { previewMessage } from './contract.ts'

export type Choices = Reply<typeof listEntryChoices>

export const groups = [
  { value: 'unpaid', label: 'Have not paid' },
  { value: 'not_played', label: 'Have not played yet' },
  { value: 'wait_list', label: 'Are on a wait-list' },
  { value: 'past_players', label: 'Played before, in no league now' },
] as const
type Group = (typeof groups)[number]['value']

export type MessageFields = {
  area: string
  season: string
  division: string
  league: string
  who: Group[]
  /** Ids of players, with commas. */
  players: string
  template: string
  subject: string
  body: string
}
export type MessageForm = Form<MessageFields>

export type MessageBody = { filter: object; subject: string; body: string; template?: string }

/** The filter of these fields, as the calls take it. */
export function filterOf({ area, season, division, league, who, players }: MessageFields) {
  return {
    ...(area && { area }),
    ...(season && { season: Number(season) }),
    ...(division && { division: Number(division) }),
    ...(league && { league: Number(league) }),
    ...Object.fromEntries(who.map((group) => [group, true])),
    ...(players && { players: players.split(',').map(Number) }),
  }
}

export function bodyOf(fields: MessageFields) {
  const { subject, body, template } = fields
  return { filter: filterOf(fields), subject, body, ...(template && { template }) }
}

/** The form of a message, with the filter of the address: ?area=, ?season=, ?division=, ?league=, ?who=, ?players=. */
export function useMessageForm(choices: Choices, onSubmit: (body: ReturnType<typeof bodyOf>) => Promise<unknown>) {
  const [params] = useSearchParams()
  const of = (name: string) => params.get(name) ?? ''
  const league = choices.leagues.find(({ id }) => String(id) === of('league'))
  const division = choices.divisions.find(({ slug }) => slug === league?.division)
  const who = groups.flatMap(({ value }) => (of('who') === value ? [value] : []))
  const initial: MessageFields = {
    area: league?.area ?? of('area'),
    season: String(league?.season_id ?? of('season')),
    division: String(division?.id ?? of('division')),
    // A league of a season that is over is none of the choices.
    league: league ? '' : of('league'),
    who,
    players: of('players'),
    template: '',
    subject: '',
    body: '',
  }
  return useForm({
    schema: previewMessage.body,
    keep: { ...useFormDraft(`message-${params}`), untilDeleted: true },
    initial,
    toBody: bodyOf,
    onSubmit: (_, values) => onSubmit(bodyOf(values)),
  })
}

/** Milliseconds without typing after which the preview follows. */
const PREVIEW_AFTER_MS = 600

/** A value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value }), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
    // `key` stands for the value.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  return settled.value
}

import { useState, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { areaName, firstArea } from '#/contract/areas.ts'
import { getUser } from '#/features/accounts/contract.ts'
import {
  getMatch,
  getResult,
  listMyMatches,
  listResults,
  searchPlayers,
  type MatchDetail,
} from '#/features/matches/contract.ts'
import { ScoreForm } from '#/features/matches/ScoreForm.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { ApiError, call } from '#/web/call.ts'
import { now } from '#/web/now.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import {
  enterResult,
  getOrganizerMatch,
  listOrganizerChoices,
  listOrganizerMatches,
  listSilent,
  settleByScore,
} from './contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

const missing = 'Please give a reason: it goes into the record.'

/** The score form for an organizer, whose word is the last: for a match, or for any two players of one league. */
export default function OrganizerScorePage() {
  const { id } = useParams()
  const me = useRead(getUser, {})
  const choices = useRead(listOrganizerChoices, {})
  const match = useRead(getMatch, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const reads = [me, choices, match]
  if (reads.some(({ error }) => error))
    return (
      <Frame>
        <ReadError
          of={reads}
          missing="There is no such match in your areas."
          action={<ButtonLink to={paths.organizer.matches}>All matches</ButtonLink>}
        />
      </Frame>
    )
  if (!me.data || !choices.data || (id !== undefined && !match.data))
    return (
      <Frame>
        <Skeleton count={8} label="Loading the form" />
      </Frame>
    )
  const today = now().toISOString().slice(0, 10).replaceAll('-', '/')
  const { seasons, divisions } = choices.data
  const begun = seasons.find(({ starting_date }) => starting_date <= today)
  return (
    <Form
      key={id ?? 'new'}
      me={me.data.user.id}
      match={match.data ?? null}
      season={begun?.season_slug ?? ''}
      divisions={divisions}
    />
  )
}

type FormProps = {
  me: number
  match: MatchDetail | null
  season: string
  divisions: readonly { division: string; division_name: string }[]
}

function Form({ me, match, season, divisions }: FormProps) {
  const navigate = useNavigate()
  const stale = [
    getOrganizerMatch,
    listOrganizerMatches,
    listSilent,
    getOverview,
    getResult,
    listResults,
    listMyMatches,
    getMatch,
  ]
  const settle = useChange(settleByScore, stale)
  const enter = useChange(enterResult, stale)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const settles = match?.confirmation ?? null

  return (
    <ScoreForm
      title={settles ? 'Enter the right score' : 'Enter a result'}
      submit={settles ? 'Settle the score' : 'Enter the result'}
      settles="always"
      me={me}
      area={match?.area ?? firstArea()}
      leagues={[]}
      match={match}
      desk={{
        season,
        divisions: divisions.map(({ division, division_name }) => ({
          level_slug: division,
          level_name: division_name,
        })),
        search: findPlayers,
        reason: (
          <TextArea
            id="field-reason"
            name="reason"
            label="Reason"
            hint="The players read it, and the record keeps it."
            value={reason}
            error={asked && reason.trim() === '' ? missing : undefined}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ),
      }}
      send={async (body) => {
        setAsked(true)
        if (reason.trim() === '')
          throw new ApiError(422, { message: missing, code: 'invalid', fields: { reason: missing } })
        const { id, message } =
          match && settles
            ? {
                id: match.id,
                ...(await settle.mutateAsync({
                  params: { id: match.id },
                  body: { ...body, version: settles.version, reason },
                })),
              }
            : await enter.mutateAsync({ body: { ...body, reason } })
        showToast({ tone: 'good', text: message })
        await navigate(paths.organizer.match(id), { replace: true })
      }}
      cancel={{ to: match ? paths.organizer.match(match.id) : paths.organizer.matches, label: 'Cancel' }}
    />
  )
}

async function findPlayers(search: string, signal: AbortSignal) {
  const found = await call(searchPlayers, { body: { search } }, signal)
  return found.map(({ id, name, area, singles_level }) => ({
    id: String(id),
    name,
    note: `${areaName(area)}, ${singles_level}`,
  }))
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <title>Enter a result · Deuce</title>
      <PageHeader title="Enter a result" />
      {children}
    </>
  )
}

import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { useState } from 'react'
import { takeFocus } from '#/features/accounts/focus.ts'
import type { MatchDetail } from '#/features/matches/contract.ts'
import { formatPlayerNote } from '#/features/matches/score-form.web.ts'
import { boardOf, formatWhen } from '#/features/matches/format.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { sportWords } from '#/rules/sports/formats.ts'
import { Scoreboard } from '#/web/ui/Scoreboard.tsx'
import { AnswerPanel } from './AnswerPanel.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { confirmByLink, correctByLink, disputeByLink, readScoreLink } from '#/features/calls.gen.ts'
import { PublicFrame } from '#/web/PublicFrame.tsx'

/**
 * The screen behind the email about a score. Opening it has no effect, because mail programs open links automatically.
 */
export default function ScoreLinkPage() {
  const token = useMailedToken()
  return (
    <PublicFrame>
      <ScoreLink key={token} token={token} />
    </PublicFrame>
  )
}

function ScoreLink({ token }: { token: string }) {
  const link = useRead(readScoreLink, { body: { token } })
  const [correcting, setCorrecting] = useState(false)
  const [done, setDone] = useState<string | null>(null)

  if (done !== null)
    return (
      <>
        <PageTitle>Thank you</PageTitle>
        <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
          Thank you
        </h1>
        <p className="mt-4 mb-6">{done}</p>
        {link.data && <ButtonLink to={paths.sharedResult(link.data.match.id)}>See the result</ButtonLink>}
      </>
    )
  if (link.data && correcting)
    return (
      <CorrectionForm
        match={link.data.match}
        version={link.data.match.confirmation?.version ?? 0}
        by={null}
        title="Correct a score"
        submit="Send the correction"
        note={formatPlayerNote(null)}
        send={async ({ version: _version, ...body }) =>
          setDone((await call(correctByLink, { body: { ...body, token } })).message)
        }
        cancel={{ to: paths.sharedResult(link.data.match.id), label: 'See the result' }}
      />
    )
  if (link.data)
    return (
      <Question
        match={link.data.match}
        first_name={link.data.first_name}
        token={token}
        onCorrect={() => setCorrecting(true)}
        onDone={setDone}
      />
    )
  if (link.error && link.error.status === 409)
    return (
      <>
        <PageTitle failed>This link no longer works</PageTitle>
        <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
          This link no longer works
        </h1>
        <p className="mt-4 mb-6">{link.error.message}</p>
        <ButtonLink to={paths.profile}>Go to my matches</ButtonLink>
      </>
    )
  return (
    <Screen title="Is this score right?">
      <Loaded of={link} loading="Loading the score" skeleton={{ kind: 'lines', count: 4 }} />
    </Screen>
  )
}

type QuestionProps = {
  match: MatchDetail
  first_name: string
  token: string
  onCorrect: () => void
  onDone: (message: string) => void
}

function Question({ match, first_name, token, onCorrect, onDone }: QuestionProps) {
  return (
    <Screen
      title={`${first_name}, is this score right?`}
      documentTitle="Is this score right?"
      kicker={formatLeague(match)}
      lead={
        <p>
          {match.reported_by} reported it. {formatWhen(match.match_date, null)}, {match.match_location},{' '}
          {areaName(match.match_area ?? match.area)}.
        </p>
      }
    >
      <div className="flex flex-col gap-6">
        <Scoreboard
          size="large"
          {...boardOf(match)}
          word={sportWords[match.sport].set}
          caption={`${match.player_one_name} against ${match.player_two_name}`}
          foot={
            <span className="flex flex-wrap items-center gap-3">
              <span className="figures text-xl text-on-board [word-spacing:0.3em]">{match.score_line}</span>
              {match.match_status && <Badge tone="warn">{match.match_status}</Badge>}
            </span>
          }
        />
        {match.match_notes && <p className="whitespace-pre-line">{match.match_notes}</p>}
        {match.confirmation && (
          <AnswerPanel
            confirmation={match.confirmation}
            onConfirm={async () => onDone((await call(confirmByLink, { body: { token } })).message)}
            onDispute={async (reason) => onDone((await call(disputeByLink, { body: { token, reason } })).message)}
            onCorrect={onCorrect}
            keep={{ name: `dispute-${match.id}-${match.confirmation.version}-by-link` }}
          />
        )}
      </div>
    </Screen>
  )
}

import { useState } from 'react'
import {
  getUser,
  listLeaguePlayers,
  listStandings,
  leavePair,
  resendInvitation,
  withdrawInvitation,
  listMyLeagues,
} from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { formatName, formatLeague } from '#/contract/format.ts'
import { useAction } from '#/web/action.ts'
import { onDemand } from '#/web/on-demand.tsx'

const NamePartnerDialog = onDemand(() => import('./NamePartnerDialog.tsx').then((part) => part.NamePartnerDialog))

type PartnerPanelProps = { league: LeagueEntry; partner: NonNullable<LeagueEntry['partner']> }

/** The partner in doubles or the state of the invitation, with actions. */
export function PartnerPanel({ league, partner }: PartnerPanelProps) {
  const [open, setOpen] = useState<'name' | 'withdraw' | 'leave' | null>(null)
  const close = () => setOpen(null)
  // Closes the dialog after success or a refusal, which a toast reports.
  const andClose = { onDone: close, onRefused: close }
  const resend = useAction(resendInvitation, { stale: [listMyLeagues] })
  const withdraw = useAction(withdrawInvitation, { stale: [listMyLeagues], ...andClose })
  const leave = useAction(leavePair, { stale: [listMyLeagues, listStandings, listLeaguePlayers], ...andClose })
  const { league_id, level_name, can_leave } = league
  const params = { league_id }
  const where = <span className="sr-only">{` in ${formatLeague(league)}`}</span>
  const isOpen = partner.state === 'invited' || partner.state === 'expired'

  return (
    <div className="mt-3 border-l-4 border-line pl-3 text-ink">
      {partner.state === 'playing' ? (
        <p>
          With <strong className="font-[650]">{partner.name}</strong>
        </p>
      ) : (
        <>
          <p className="font-[650]">
            <Me />, no partner yet
          </p>
          <p className="mt-1 wrap-anywhere text-ink-soft">{formatState(partner)}</p>
        </>
      )}
      <div className="mt-1 -ml-3 flex flex-wrap">
        {isOpen && (
          <Button
            variant="quiet"
            size="sm"
            className="min-h-11!"
            busy={resend.busy}
            onClick={() => resend.run({ params })}
          >
            Send again{where}
          </Button>
        )}
        {partner.state !== 'playing' && (
          <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => setOpen('name')}>
            {partner.state === 'missing' ? 'Name your partner' : 'Name another'}
            {where}
          </Button>
        )}
        {isOpen && (
          <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => setOpen('withdraw')}>
            Withdraw the invitation{where}
          </Button>
        )}
        {can_leave && (
          <Button variant="quiet" size="sm" className="min-h-11!" onClick={() => setOpen('leave')}>
            Leave the pair{where}
          </Button>
        )}
      </div>
      {open === 'name' && <NamePartnerDialog league={league} replaced={isOpen ? partner.name : null} onClose={close} />}
      {open === 'withdraw' && (
        <ConfirmDialog
          open
          onClose={close}
          title="Withdraw the invitation?"
          description={`The link in the email to ${partner.name} will stop working. You keep your place in the league.`}
          confirm="Withdraw the invitation"
          cancel="Keep it"
          busy={withdraw.busy}
          onConfirm={() => withdraw.run({ params })}
        />
      )}
      {open === 'leave' && (
        <ConfirmDialog
          open
          onClose={close}
          title={`Leave ${level_name}?`}
          description={`${partner.name} stays in the league and can name another partner. Nothing is charged or refunded.`}
          confirm="Leave the pair"
          cancel="Stay"
          tone="danger"
          busy={leave.busy}
          onConfirm={() => leave.run({ params })}
        />
      )}
    </div>
  )
}

function Me() {
  const { data } = useRead(getUser, {})
  return data ? formatName(data.user) : 'You'
}

function formatState({ state, name, email }: PartnerPanelProps['partner']): string {
  switch (state) {
    case 'invited':
      return `We have emailed ${name} at ${email}. You can already play.`
    case 'expired':
      return `${name} has not answered, and the link we emailed to ${email} has expired.`
    case 'declined':
      return `${name} has declined.`
    default:
      return 'You have not invited a partner yet. You can already play.'
  }
}

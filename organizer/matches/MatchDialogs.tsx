import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { playersReadReason, ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { giveWalkovers, settleByVersion, voidResult, type OrganizerMatch, type OrganizerVersion } from './contract.ts'
import { formatKind, formatTitle } from './format.ts'
import { readsOfMatches } from './stale.web.ts'

export type MatchChange = { kind: 'settle'; version: OrganizerVersion } | { kind: 'void' } | { kind: 'walkover' }

type DialogProps = { match: OrganizerMatch; onClose: () => void }

/** The dialog for a change to a match. */
export function MatchDialog({ change, ...rest }: DialogProps & { change: MatchChange }) {
  if (change.kind === 'settle') return <SettleDialog {...rest} version={change.version} />
  return change.kind === 'void' ? <VoidDialog {...rest} /> : <WalkoverDialog {...rest} />
}

function SettleDialog({ match, version, onClose }: DialogProps & { version: OrganizerVersion }) {
  const settle = useAction(settleByVersion, { stale: readsOfMatches, onDone: onClose })
  const form = useForm({
    schema: settleByVersion.body,
    keep: useFormDraft(`settle-${match.id}-as-${version.version}`, ['version', 'right_version']),
    initial: { version: match.version ?? 0, right_version: version.version, reason: '' },
    onSubmit: (body) => settle.submit({ params: { id: match.id }, body }),
  })
  return (
    <ReasonDialog
      title={
        <>
          Settle it as {formatTitle({ ...match, winner: version.winner })}{' '}
          <span className="whitespace-nowrap">{version.score_line}?</span>
        </>
      }
      description={`${formatKind(version)}. The score becomes final, and both sides get an email.`}
      confirm="Settle the score"
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    />
  )
}

function VoidDialog({ match, onClose }: DialogProps) {
  const takeBack = useAction(voidResult, { stale: readsOfMatches, onDone: onClose })
  const form = useForm({
    schema: voidResult.body,
    keep: useFormDraft(`void-${match.id}`),
    initial: { again: 'again', reason: '' },
    toBody: ({ again, reason }) => ({ version: match.version ?? 0, again: again === 'again', reason }),
    onSubmit: (body) => takeBack.submit({ params: { id: match.id }, body }),
  })
  return (
    <ReasonDialog
      title="Void this result?"
      description={`${formatTitle(match)} ${match.score_line}: this will no longer count. Its versions are kept, and both sides get an email.`}
      confirm="Void the result"
      danger
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      {match.playoff_stage === null ? (
        <RadioGroup
          {...form.radio('again')}
          label="What happens to the match?"
          layout="list"
          options={[
            { value: 'again', label: 'Replay it', note: 'The players set a new date.' },
            { value: 'canceled', label: 'Cancel it', note: 'It does not count.' },
          ]}
        />
      ) : (
        <p>A play-off match is always replayed. The next match is removed until there is a winner.</p>
      )}
    </ReasonDialog>
  )
}

function WalkoverDialog({ match, onClose }: DialogProps) {
  const award = useAction(giveWalkovers, { stale: readsOfMatches, onDone: onClose })
  const form = useForm({
    schema: giveWalkovers.body,
    keep: useFormDraft(`walkover-${match.id}`),
    initial: { winner: match.arranged_by ?? 'one', reason: '' },
    toBody: ({ winner, reason }) => ({ reason, matches: [{ id: match.id, winner }] }),
    onSubmit: (body) => award.submit({ body }),
  })
  return (
    <ReasonDialog
      title="Award a walkover?"
      description="It counts as won and lost, but not as played. Both sides get an email."
      confirm="Award the walkover"
      alert
      form={form}
      reasonHint={playersReadReason}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('winner')}
        label="Who gets the win?"
        options={[
          { value: 'one', label: match.one.name },
          { value: 'two', label: match.two.name },
        ]}
      />
    </ReasonDialog>
  )
}

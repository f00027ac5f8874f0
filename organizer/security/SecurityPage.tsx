import { useState } from 'react'
import { encode } from 'uqr'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { confirmSecondFactor, endSecondFactor, getOrganizer, startSecondFactor } from './contract.ts'

/** The organizer's second factor: enroll a phone, keep the recovery codes, give it up. */
export default function SecurityPage() {
  const desk = useRead(getOrganizer, {})
  const [codes, setCodes] = useState<string[] | null>(null)
  const enrolls = codes === null && desk.data?.second_factor.enrolled === false
  return (
    <>
      {!enrolls && <title>Security · Deuce</title>}
      <PageHeader
        title="Security"
        lead="Your account can issue refunds. A second factor protects it if your password leaks."
      />
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : !desk.data ? (
        <Skeleton kind="rows" count={2} label="Loading" />
      ) : desk.data.second_factor.enrolled ? (
        <Enrolled left={desk.data.second_factor.recovery_codes_left} />
      ) : (
        <Enroll onEnrolled={setCodes} />
      )}
    </>
  )
}

function Enroll({ onEnrolled }: { onEnrolled: (codes: string[]) => void }) {
  const start = useChange(startSecondFactor)
  const confirm = useChange(confirmSecondFactor, [getOrganizer])
  const form = useForm({
    schema: confirmSecondFactor.body,
    initial: { code: '' },
    toBody: (values) => values,
    onSubmit: async (body) => onEnrolled((await confirm.mutateAsync({ body })).recovery_codes),
  })
  if (!start.data)
    return (
      <div className="flex max-w-prose flex-col items-start gap-4">
        <title>Security · Deuce</title>
        <p>
          You need an authenticator app on your phone, such as the one that came with it. From then on, the desk asks
          for its six-digit code after each sign-in.
        </p>
        {start.error && start.error.code !== 'sign_in_again' && <Notice tone="error">{start.error.message}</Notice>}
        <Button busy={start.isPending} onClick={() => start.mutate({})}>
          Enroll my phone
        </Button>
      </div>
    )
  const { secret, uri } = start.data
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-prose flex-col gap-6">
      <title>{form.errors.length > 0 ? 'Error: Security · Deuce' : 'Security · Deuce'}</title>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
      <ol className="flex list-decimal flex-col gap-6 pl-5">
        <li>
          Scan this with the app.
          <QrCode text={uri} />
          <details>
            <summary className="min-h-6 cursor-pointer">I cannot scan it</summary>
            <p className="mt-2">
              Type this key into the app: <span className="tabular font-[650] break-all">{secret}</span>
            </p>
          </details>
        </li>
        <li>
          Enter the six digits that the app shows.
          <TextField
            {...form.field('code')}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="mt-3 max-w-48"
          />
        </li>
      </ol>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          Finish
        </Button>
      </FormActions>
    </form>
  )
}

/** Black on white in either theme: a camera reads it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <>
      <span className="sr-only">The key as a picture for the app's camera.</span>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" className="my-4 size-56" shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    // Without a secure context, or when the browser's user says no.
    const copied = await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    showToast(copied ? { tone: 'good', text: 'Copied.' } : { tone: 'bad', text: 'Please write them down by hand.' })
  }
  return (
    <div className="flex max-w-prose flex-col gap-6">
      <Notice tone="success" title="Your phone is enrolled" announce>
        Write these codes down and keep them away from the phone. Each opens the desk once when the phone is lost. They
        are shown this one time.
      </Notice>
      <ul aria-label="Recovery codes" className="tabular grid grid-cols-2 gap-x-6 gap-y-2 text-lg font-[650]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <Button onClick={onDone}>I have written them down</Button>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy them
        </Button>
      </FormActions>
    </div>
  )
}

function Enrolled({ left }: { left: number }) {
  const [asking, setAsking] = useState(false)
  const end = useChange(endSecondFactor, [getOrganizer])
  const giveUp = async () => {
    const done = await end.mutateAsync({}).catch(() => null)
    setAsking(false)
    if (done) showToast({ tone: 'good', text: done.message })
  }
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <Notice tone={left > 2 ? 'success' : 'warn'} title="Your phone is enrolled">
        {left} of 10 recovery codes are left. {left <= 2 && 'Give the phone up and enroll it again to get new ones.'}
      </Notice>
      {end.error && <Notice tone="error">{end.error.message}</Notice>}
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Give the phone up
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Give the phone up?"
        description="The desk then asks for your password alone, until you enroll another phone."
        confirm="Give it up"
        tone="danger"
        busy={end.isPending}
        onConfirm={() => void giveUp()}
      />
    </div>
  )
}

import { useState } from 'react'
import { paths } from '#/contract/paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { endSecondFactor, getOrganizer } from '#/organizer/calls.gen.ts'
import { Enroll } from './Enroll.tsx'
import { useAction } from '#/web/action.ts'

/** The organizer's second factor: a passkey, or a phone to enroll and remove, and its recovery codes. */
export default function SecurityPage() {
  const me = useRead(getOrganizer, {})
  const [codes, setCodes] = useState<string[] | null>(null)
  // While a phone is being enrolled, the form has the title.
  const enrolls = codes === null && me.data?.second_factor.enrolled === false
  return (
    <Screen
      title="Security"
      documentTitle={enrolls ? null : undefined}
      lead="Your account can issue refunds. A second factor protects it if your password leaks."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        <Loaded of={me} loading="Loading" skeleton={{ count: 2 }}>
          {({ second_factor }) => (
            <div className="flex max-w-prose flex-col gap-8">
              <Passkey has_passkey={second_factor.passkey} />
              {second_factor.enrolled ? (
                <Enrolled left={second_factor.recovery_codes_left} isRequired={second_factor.required_by !== null} />
              ) : (
                <Enroll onEnrolled={setCodes} />
              )}
            </div>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

function Passkey({ has_passkey }: { has_passkey: boolean }) {
  return has_passkey ? (
    <Notice
      tone="success"
      title="You have a passkey"
      actions={
        <ButtonLink to={paths.passkeySettings} variant="secondary">
          See my passkeys
        </ButtonLink>
      }
    >
      Sign in with it, and the desk asks for no code. After a sign-in with the password, the desk asks for the passkey.
    </Notice>
  ) : (
    <Notice
      title="A passkey is the easiest second factor"
      actions={<ButtonLink to={paths.passkeySettings}>Add a passkey</ButtonLink>}
    >
      You confirm with your fingerprint, your face or the PIN of your device, and the desk asks for no code.
    </Notice>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    // There is no clipboard without a secure context, and the user can refuse access.
    const copied = await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    showToast(copied ? { tone: 'good', text: 'Copied.' } : { tone: 'bad', text: 'Please write them down by hand.' })
  }
  return (
    <div className="flex max-w-prose flex-col gap-6">
      <Notice tone="success" title="Your phone is enrolled" announce>
        Write these codes down and keep them away from the phone. Each opens the desk once if you lose the phone. They
        are shown only once.
      </Notice>
      <ul aria-label="Recovery codes" className="tabular grid gap-y-2 font-[650]">
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

function Enrolled({ left, isRequired }: { left: number; isRequired: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const remove = useAction(endSecondFactor, { stale: [getOrganizer], onDone: close, onRefused: close })
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <Notice tone={left > 2 ? 'success' : 'warn'} title="Your phone is enrolled">
        {left} of 10 recovery codes are left. {left <= 2 && 'Remove the phone and enroll it again to get new ones.'}
      </Notice>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Remove the phone
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        title="Remove the phone?"
        description={
          isRequired
            ? 'You may lose access to the organizer’s desk until you enroll another phone.'
            : 'The desk will then ask only for your password, until you enroll another phone.'
        }
        confirm="Remove it"
        tone="danger"
        busy={remove.busy}
        onConfirm={() => remove.run({})}
      />
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { getConfig } from '#/features/calls.gen.ts'
import { useDownload } from '#/web/use-download.ts'
import {
  getOrganization,
  checkPayments,
  copySetup,
  getPresets,
  getSetup,
  goOnSale,
  sendTestMail,
} from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { download } from '#/web/download.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { SetupStep } from './contract.ts'
import { BeginningForm } from './BeginningForm.tsx'
import { KitChoice } from './KitChoice.tsx'
import { LookForm } from './LookForm.tsx'

/** The steps from a new installation to the first sale, for owners. They can be done in any session. */
export default function SetupPage() {
  const read = useRead(getSetup, {})
  return (
    <Screen
      title="Set up the league"
      lead="Seven short steps. Leave at any time and come back: everything you have entered is kept."
    >
      <Loaded of={read} loading="Loading the setup">
        {({ steps, kit_open, site, payments }) => (
          <>
            {site !== location.origin && (
              <div className="mb-6">
                <Notice tone="warn" title="Emails link to another address">
                  You are at {location.origin}, and emails link to {site}. If players cannot open that address, change
                  the setting PUBLIC_URL and restart.
                </Notice>
              </div>
            )}
            {kit_open && <Beginning />}
            <ol className="flex flex-col">
              {steps.map((step, index) => (
                <Step
                  key={step.key}
                  step={step}
                  number={index + 1}
                  action={<StepAction {...{ step, kit_open, payments }} />}
                >
                  {step.key === 'organization' && <Look isNamed={step.done} />}
                </Step>
              ))}
            </ol>
            {!kit_open && <CopySection />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** The choice to begin with, until it is made. */
function Beginning() {
  const read = useRead(getPresets, {})
  return (
    <section aria-labelledby="beginning" className="mb-10">
      <h2 id="beginning" className="lettering text-xl">
        Start from your country and sport
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Fills in money, tax, time zone, dates, phones and levels. You can change each of them afterwards.
      </p>
      <Loaded of={read} loading="Loading the countries" skeleton={{ kind: 'lines', count: 2 }}>
        {(presets) => <BeginningForm of={presets} />}
      </Loaded>
    </section>
  )
}

/** The name and colors, which can be entered in this step. */
function Look({ isNamed }: { isNamed: boolean }) {
  const read = useRead(getOrganization, {})
  return (
    <Loaded of={read} loading="Loading the organization" skeleton={{ kind: 'lines', count: 3 }}>
      {(of) => <LookForm of={of} isNamed={isNamed} />}
    </Loaded>
  )
}

/** Saves the setup as a file that another installation can start from. */
function CopySection() {
  const { busy, run } = useDownload(() => download(copySetup, {}))
  return (
    <section aria-labelledby="copy" className="mt-10 max-w-prose">
      <h2 id="copy" className="lettering text-xl">
        For another installation
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        A file with your areas and divisions, without players and money. A new installation can start from it.
      </p>
      <Button size="sm" variant="secondary" busy={busy} onClick={run}>
        Save the setup as a file
      </Button>
    </section>
  )
}

type StepProps = {
  step: SetupStep
  number: number
  /** The link or button of the step, next to its title. */
  action: ReactNode
  /** The content below the title. */
  children: ReactNode
}

function Step({ step, number, action, children }: StepProps) {
  return (
    <li className="grid gap-x-4 gap-y-3 border-b border-line py-5 first:pt-0 sm:grid-cols-[2.5rem_minmax(12rem,1fr)_minmax(0,auto)]">
      <span className="figures text-2xl text-ink-soft max-sm:hidden" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="lettering flex flex-wrap items-center gap-3 text-xl">
          {step.title}
          <Badge tone={step.done ? 'good' : 'warn'}>{step.done ? 'Done' : 'To do'}</Badge>
        </h2>
        {step.problem !== null && <p className="mt-1 text-ink-soft">{step.problem}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-3 sm:justify-end">{action}</div>
      {children && <div className="min-w-0 sm:col-span-2 sm:col-start-2">{children}</div>}
    </li>
  )
}

/** The link to a step's screen, or its button. */
function StepAction({
  step: { key, done },
  kit_open,
  payments,
}: Pick<Reply<typeof getSetup>, 'kit_open' | 'payments'> & { step: SetupStep }) {
  switch (key) {
    case 'organization':
      return <TextLink to={deskPaths.organization}>Logo, contact, money and region</TextLink>
    case 'areas':
      return (
        <>
          {kit_open && <KitChoice />}
          <TextLink to={deskPaths.areas}>Areas</TextLink>
        </>
      )
    case 'divisions':
      return <TextLink to={deskPaths.divisions}>Divisions and prices</TextLink>
    case 'seasons':
      return <TextLink to={deskPaths.seasons}>Seasons</TextLink>
    case 'rules':
      return <TextLink to={paths.rules}>The rules as players see them</TextLink>
    case 'checks':
      return (
        <>
          <MailButton />
          {payments === 'stripe' && <PaymentsButton />}
        </>
      )
    case 'sale':
      return done ? null : <SaleButton />
  }
}

function MailButton() {
  const send = useAction(sendTestMail, { stale: [getSetup] })
  return (
    <Button size="sm" variant="secondary" busy={send.busy} onClick={() => send.run({})}>
      Send me a test email
    </Button>
  )
}

function PaymentsButton() {
  const check = useAction(checkPayments, { stale: [getSetup] })
  return (
    <Button size="sm" variant="secondary" busy={check.busy} onClick={() => check.run({})}>
      Check Stripe
    </Button>
  )
}

function SaleButton() {
  const open = useAction(goOnSale, { stale: [getSetup, getConfig] })
  return (
    <Button busy={open.busy} onClick={() => open.run({})}>
      Go on sale
    </Button>
  )
}

import type { ReactNode } from 'react'
import { paths } from '#/contract/paths.ts'
import { getConfig } from '#/features/site/contract.ts'
import { listOrganizerAreas } from '#/organizer/areas/contract.ts'
import { listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { applyStarterKit, getSetup, goOnSale, sendTestMail, type SetupStep } from './contract.ts'

/** From a new installation to the first sale, step by step; for owners. Each step can be left and taken up again. */
export default function SetupPage() {
  const read = useRead(getSetup, {})
  return (
    <Screen
      title="Set up the league"
      lead="Seven short steps. Leave at any time and come back: everything you have entered is kept."
    >
      <Loaded of={read} loading="Loading the setup">
        {({ steps, kit_open, site }) => (
          <>
            {site !== location.origin && (
              <div className="mb-6">
                <Notice tone="warn" title="Emails link to another address">
                  You are at {location.origin}, and emails link to {site}. If players cannot open that address, change
                  the setting PUBLIC_URL and start again.
                </Notice>
              </div>
            )}
            <ol className="flex flex-col">
              {steps.map((step, index) => (
                <Step key={step.key} step={step} number={index + 1}>
                  <Means step={step} kit_open={kit_open} />
                </Step>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Step({ step, number, children }: { step: SetupStep; number: number; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 gap-y-3 border-b border-line py-5 first:pt-0 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
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
      <div className="flex flex-wrap items-start gap-3 sm:justify-end">{children}</div>
    </li>
  )
}

/** What a step is done with: a screen, or a button. */
function Means({ step: { key, done }, kit_open }: { step: SetupStep; kit_open: boolean }) {
  switch (key) {
    case 'organization':
      return <TextLink to={paths.organizer.organization}>Name, colors and contact</TextLink>
    case 'areas':
      return (
        <>
          {kit_open && <KitButton />}
          <TextLink to={paths.organizer.areas}>Areas</TextLink>
        </>
      )
    case 'divisions':
      return <TextLink to={paths.organizer.divisions}>Divisions and prices</TextLink>
    case 'seasons':
      return <TextLink to={paths.organizer.seasons}>Seasons</TextLink>
    case 'rules':
      return <TextLink to={paths.rules}>The rules as players see them</TextLink>
    case 'checks':
      return <MailButton />
    case 'sale':
      return done ? null : <SaleButton />
  }
}

function KitButton() {
  const apply = useAction(applyStarterKit, {
    stale: [getSetup, listOrganizerAreas, listOrganizerDivisions, getOrganizer],
  })
  return (
    <Button size="sm" variant="secondary" busy={apply.busy} onClick={() => apply.run({ body: { kit: 'us-flex' } })}>
      Take the starter kit: US flex league
    </Button>
  )
}

function MailButton() {
  const send = useAction(sendTestMail, { stale: [getSetup] })
  return (
    <Button size="sm" variant="secondary" busy={send.busy} onClick={() => send.run({})}>
      Send me a test email
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

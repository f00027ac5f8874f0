import { useEffect, useId, useRef, useState } from 'react'
import { useRead } from '#/web/api.ts'
import { copyFrom } from '#/web/copy.ts'
import { paths } from '#/contract/paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { useSite } from '#/web/served-page.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getFreeSeasons, getReferral } from '#/features/calls.gen.ts'
import { formatFreeSeasons } from './format.ts'

/** The player's referral link, and its results so far. */
export default function ReferPage() {
  const referral = useRead(getReferral, {})
  const freeSeasons = useRead(getFreeSeasons, {})
  return (
    <Screen
      title="Refer a friend"
      lead="Send your link. When a friend who signed up with it pays for a first league, you get one division of your choice for free."
    >
      <Loaded of={[referral, freeSeasons]} loading="Loading your link" skeleton={{ kind: 'cards', count: 2 }}>
        {({ referral_code, referral_count }, { count }) => (
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
            <Card as="section" className="flex flex-col gap-5">
              <h2 className="lettering text-2xl">Earn a Free Season!</h2>
              <ReferralLink code={referral_code} />
              <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink-soft">
                <li>Your friend opens the link and signs up; your code is filled in already.</li>
                <li>Your friend pays for a first league.</li>
                <li>Your free season is offered to you before you pay for your next one.</li>
              </ol>
            </Card>
            <Card as="section" tone="board" className="flex flex-col gap-5 lg:order-last">
              <h2 className="sr-only">So far</h2>
              <Figure value={referral_count} label={referral_count === 1 ? 'friend signed up' : 'friends signed up'} />
              <Figure value={count} label={`${formatFreeSeasons(count)} to spend`} />
              {count > 0 && (
                <ButtonLink to={paths.joinLeague} wide>
                  Choose a season
                </ButtonLink>
              )}
            </Card>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <p>
      <span className="figures block text-score leading-none">{value}</span>
      <span className="text-on-board-soft">{label}</span>
    </p>
  )
}

/** Milliseconds for which the button says that the link was copied (docs/product.md, "Constants"). */
const copiedFor = 2000

function ReferralLink({ code }: { code: string }) {
  const site = useSite()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    if (await copyFrom(input.current)) setCopied(true)
  }

  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <TextField
        ref={input}
        id={id}
        label="Your link"
        readOnly
        value={`${site}${paths.signUpWith(code)}`}
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 flex-1"
      />
      <Button onClick={() => void copy()} className="sm:min-w-32">
        {copied ? 'Copied!' : 'Copy Link'}
      </Button>
      <output className="sr-only">{copied ? 'Copied!' : ''}</output>
    </div>
  )
}

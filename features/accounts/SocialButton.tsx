import { useEffect, useState } from 'react'
import { call } from '#/web/call.ts'
import { beginHandshake } from './handshake.web.ts'
import { Button } from '#/web/ui/Button.tsx'
import { getConfig } from '#/features/calls.gen.ts'

type Provider = { name: string; client_id: string; authorization_endpoint: string }

/**
 * The 'Continue with Google' button with a divider above; returns to `back`. Renders nothing if no provider is set or
 * reachable.
 */
export default function SocialButton({ back }: { back: string }) {
  const provider = useProvider()
  // An insecure page has no Web Crypto to hash the challenge.
  if (!provider || !isSecureContext) return null
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button variant="secondary" size="lg" wide onClick={() => void leaveFor(provider, back)}>
        Continue with {provider.name}
      </Button>
    </div>
  )
}

async function leaveFor(provider: Provider, back: string): Promise<void> {
  location.assign(await beginHandshake(provider, back))
}

function useProvider(): Provider | null {
  const [provider, setProvider] = useState<Provider | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(getConfig, {}, { signal: leaving.signal }).then(
      ({ social }) => setProvider(social),
      // Without the button, players can still sign in with a password.
      () => {},
    )
    return () => leaving.abort()
  }, [])
  return provider
}

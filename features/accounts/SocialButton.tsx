import { useEffect, useState } from 'react'
import { call } from '#/web/call.ts'
import { beginHandshake } from './handshake.web.ts'
import { Button } from '#/web/ui/Button.tsx'
import { getConfig } from '#/features/calls.gen.ts'

type Provider = { name: string; client_id: string; authorization_endpoint: string }

/** 'Continue with Google', and then to `back`, with a line above; nothing where no provider is set or it cannot be reached. */
export default function SocialButton({ back }: { back: string }) {
  const provider = useProvider()
  // Elsewhere browsers have no hash to make the challenge with.
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
    call(getConfig, {}, leaving.signal).then(
      ({ social }) => setProvider(social),
      // The way in with a password is still there.
      () => {},
    )
    return () => leaving.abort()
  }, [])
  return provider
}

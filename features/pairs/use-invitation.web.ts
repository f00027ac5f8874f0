import { useEffect, useState } from 'react'
import { getUser, readInvitation } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { ApiError, call } from '#/web/call.ts'
import { token as session } from '#/web/session.ts'
import type { Invitation } from './contract.ts'

/** The invitation of a link and the player who is signed in here, or why it cannot be read. */
export function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [me, setMe] = useState<User | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    const fail = (thrown: unknown) => {
      if (thrown instanceof ApiError) setError(thrown)
      else if (!stopping.signal.aborted) throw thrown
    }
    const user = session.get() === null ? Promise.resolve(null) : call(getUser, {}, stopping.signal).catch(() => null)
    Promise.all([call(readInvitation, { body: { token } }, stopping.signal), user]).then(([answer, known]) => {
      setError(null)
      setInvitation(answer.invitation)
      setMe(known?.user ?? null)
    }, fail)
    return () => stopping.abort()
  }, [token, round])
  return { invitation, me, error, retry: () => setRound((n) => n + 1) }
}

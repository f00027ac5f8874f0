import { useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput, Endpoint, Reply } from '#/contract/endpoint.ts'
import { useChange } from './api.ts'
import { ApiError } from './call.ts'
import { showExpected, type Expected } from './expected.ts'
import { showToast } from './ui/toasts.ts'
import { auditIds, undoParts } from './undo.ts'

type ActionOptions<E extends Endpoint> = {
  /** The reads that the change makes out of date. */
  stale?: readonly Call[]
  /** Optimistic results of reads, reverted after a refusal. */
  expected?: readonly Expected<CallInput<E>>[]
  /** The sentence shown after success. Defaults to the reply's `message`; null for none. */
  toast?: ((reply: Reply<E>, input: CallInput<E>) => string) | null
  /** Called after success: to close the dialog, or open another screen. */
  onDone?: (reply: Reply<E>, input: CallInput<E>) => unknown
  /** Called after a refusal that `run` has shown as a toast. */
  onRefused?: (error: ApiError) => unknown
}

/** Performs a change: the call, invalidation, a toast, and the next step. */
export function useAction<E extends Endpoint>(endpoint: Call<E>, options: ActionOptions<E> = {}) {
  const { stale = [], expected = [], toast, onDone, onRefused } = options
  const { mutateAsync, isPending, variables } = useChange(endpoint, stale, { quiet: true })

  const client = useQueryClient()

  /** For a form: throws the ApiError, which the form shows at its fields. */
  async function submit(input: CallInput<E>): Promise<Reply<E>> {
    const takeBack = showExpected(client, expected, input)
    const reply = await mutateAsync(input).catch((error: unknown) => {
      takeBack()
      throw error
    })
    const text = toast === undefined ? messageOf(reply) : toast?.(reply, input)
    const audit_id = auditIds.get(reply as object)
    if (text) showToast({ tone: 'good', text, undo: audit_id === undefined ? undefined : undoParts.of?.(audit_id) })
    await onDone?.(reply, input)
    return reply
  }

  /** For a button: shows a refusal as a toast. */
  async function run(input: CallInput<E>): Promise<void> {
    try {
      await submit(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'bad', text: error.message })
      await onRefused?.(error)
    }
  }

  return {
    run: (input: CallInput<E>) => void run(input),
    submit,
    busy: isPending,
    /** The input of the call in progress. */
    input: isPending ? variables : undefined,
  }
}

function messageOf(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('message' in reply)) return null
  return typeof reply.message === 'string' ? reply.message : null
}

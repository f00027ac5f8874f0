import type { QueryClient } from '@tanstack/react-query'
import type { Call, Endpoint, Reply } from '#/contract/endpoint.ts'

/** The optimistic result of a read. Only for changes that can safely be reverted: never money, never scores. */
export type Expected<Input> = { endpoint: Call; change: (reply: unknown, input: Input) => unknown }

export function expected<E extends Endpoint, Input>(
  endpoint: Call<E>,
  change: (reply: Reply<E>, input: Input) => Reply<E>,
): Expected<Input> {
  return { endpoint, change: (reply, input) => change(reply as Reply<E>, input) }
}

/** Shows the optimistic results. Returns a function that reverts them. */
export function showExpected<Input>(client: QueryClient, reads: readonly Expected<Input>[], input: Input): () => void {
  const undo = reads.map(({ endpoint, change }) => {
    const filter = { queryKey: [endpoint.method, endpoint.path] }
    // The reply to a read in progress does not include the change.
    void client.cancelQueries(filter)
    const before = client.getQueriesData<unknown>(filter)
    client.setQueriesData<unknown>(filter, (reply: unknown) => (reply === undefined ? reply : change(reply, input)))
    return () => before.forEach(([key, reply]) => client.setQueryData(key, reply))
  })
  return () => undo.forEach((takeBack) => takeBack())
}

import type { ReactNode } from 'react'
import { ReadError, type Read } from './ReadError.tsx'
import { Skeleton } from './ui/Skeleton.tsx'

/** What useRead returns, as far as it is shown. */
export type ReadOf<T> = Read & { data: T | undefined }

type Reads = ReadOf<unknown> | readonly ReadOf<unknown>[]

type Data<R> = R extends { data: infer T } ? Exclude<T, undefined> : never

/** What the reads have read, in their order. */
type DataOf<R extends Reads> = R extends readonly unknown[] ? { [I in keyof R]: Data<R[I]> } : [Data<R>]

type LoadedProps<R extends Reads> = {
  /** One read, or several that are shown together. */
  of: R
  /** For screen readers, while it loads: 'Loading your payments'. */
  loading: string
  /** The shape of what will stand here, so that nothing moves. */
  skeleton?: { kind?: 'lines' | 'cards' | 'rows'; count?: number }
  /** The sentence for something that does not exist. */
  missing?: string | undefined
  /** Another way out of an error, as a ButtonLink. */
  action?: ReactNode
  /** What is shown instead when there is nothing to show: an EmptyState, or false. */
  empty?: (...data: DataOf<R>) => ReactNode
  children?: (...data: DataOf<R>) => ReactNode
}

/** What was read; until then a skeleton, or the error with a way to try again. Data that is there stays while it is read again. */
export function Loaded<const R extends Reads>(props: LoadedProps<R>) {
  const { of, loading, skeleton, missing, action, empty, children } = props
  const reads: readonly ReadOf<unknown>[] = 'data' in of ? [of] : of
  if (reads.some(({ data }) => data === undefined)) {
    if (reads.every(({ error }) => error === null))
      return <Skeleton kind={skeleton?.kind ?? 'rows'} count={skeleton?.count ?? 3} label={loading} />
    return <ReadError of={reads} {...(missing !== undefined && { missing })} action={action} />
  }
  const data = reads.map((read) => read.data) as DataOf<R>
  return (empty?.(...data) || children?.(...data)) ?? null
}

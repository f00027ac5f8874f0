import type { ReactNode } from 'react'
import { ReadError, type Read } from './ReadError.tsx'
import { Skeleton } from './ui/Skeleton.tsx'

/** The displayed part of useRead's result. */
export type ReadOf<T> = Read & { data: T | undefined }

type Reads = ReadOf<unknown> | readonly ReadOf<unknown>[]

type Data<R> = R extends { data: infer T } ? Exclude<T, undefined> : never

/** The data of the reads, in their order. */
type DataOf<R extends Reads> = R extends readonly unknown[] ? { [I in keyof R]: Data<R[I]> } : [Data<R>]

type LoadedProps<R extends Reads> = {
  /** A single read, or several that are shown together. */
  of: R
  /** Label for screen readers while loading: 'Loading your payments'. */
  loading: string
  /** The shape of the future content, so that nothing moves. */
  skeleton?: { kind?: 'lines' | 'cards' | 'rows'; count?: number }
  /** The sentence for a 404. */
  missing?: string | undefined
  /** Another way out of an error, as a ButtonLink. */
  action?: ReactNode
  /** Replaces the content if there is nothing to show: an EmptyState, or false. */
  empty?: (...data: DataOf<R>) => ReactNode
  children?: (...data: DataOf<R>) => ReactNode
}

/**
 * Shows what was read; until then a skeleton, or the error with a retry. Existing data stays visible during a refetch.
 */
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

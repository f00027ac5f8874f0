import type * as z from 'zod/mini'
import type { KeyScope } from './key-scopes.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anybody, a signed-in player, an organizer (in their areas), an owner (everywhere). */
export type Access = 'public' | 'player' | 'organizer' | 'owner'

type Schema = z.ZodMiniType

/**
 * The single definition of a call. The server's parsing, the reply's serializer, the browser's typed call, its cache
 * key and the OpenAPI page all derive from it.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api (docs/product.md, "Calls"); parameters in braces. */
  readonly path: `/${string}`
  readonly access: Access
  /** Requires re-authentication within the last ten minutes: the call moves money or changes permissions. */
  readonly reauthenticate?: true
  /** A change that an API key with this scope may make. Without it, keys can only read. */
  readonly key_scope?: KeyScope
  /** Part of enrolling a second factor: open to an organizer whose enrollment is overdue. */
  readonly enrolls?: true
  /** Changes nothing although it is not a GET, so it is allowed during impersonation. */
  readonly reads?: true
  /** For the player only. Refused during impersonation. */
  readonly private?: true
  /** The refusal for a caller without a live session. Defaults to not_signed_in. */
  readonly unauthenticated?: RefusalCode
  /**
   * The device keeps the player's last reply, and shows it with its time when offline. Never for payments or the desk.
   */
  readonly kept_on_device?: true
  /** Any web site may read it, and anybody may cache the reply for a minute. Public, and the same for everybody. */
  readonly shared?: true
  readonly tag: string
  /** One line for readers of the API document. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is a form (multipart/form-data) with one file. A larger file is refused with `too_large`. */
  readonly multipart?: { readonly most_bytes: number; readonly too_large: RefusalCode }
  /** The handler gets the unparsed bytes and the headers, to check a signature. Has no `body`. */
  readonly raw?: true
  readonly reply: Schema
  /** The response is a streamed file of this content type; `reply` describes its content. */
  readonly file?: string
  /** Defaults to 200. */
  readonly status?: 200 | 201
  /** An example for the OpenAPI document, only if the schema does not show what a value looks like. */
  readonly example?: { readonly body?: unknown; readonly reply?: unknown }
}

export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** The input of a call. Parts that the endpoint does not have are left out. */
export type CallInput<E extends Endpoint> = Given<'params', InputOf<E['params']>> &
  Given<'query', InputOf<E['query']>> &
  Given<'body', InputOf<E['body']>>

type Given<K extends string, V> = [V] extends [undefined]
  ? unknown
  : Record<string, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

/** The parsed input of a handler. */
export type Received<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: E extends { raw: true } ? RawBody : OutputOf<E['body']>
}

/** An unparsed body. */
type RawBody = { bytes: Uint8Array; headers: Record<string, string | string[] | undefined> }

/** The reply as a caller sees it. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** The return value of a handler. */
export type Answer<E extends Endpoint> = E extends { file: string } ? FileAnswer : Reply<E>

/** A file in chunks. Its name may contain letters, digits, dots and hyphens. */
export type FileAnswer = { name: string; content: AsyncIterable<string> }

/** The path of a call with its parameters filled in, percent-encoded. */
export function pathOf({ path }: Endpoint, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

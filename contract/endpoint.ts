import type * as z from 'zod/mini'
import type { KeyScope } from './key-scopes.ts'
import type { QueryFields } from './query-fields.ts'
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
  /** Whether the call is part of enrolling a second factor, and so open to an organizer whose enrollment is overdue. */
  readonly enrolls?: true
  /** Whether the call changes nothing although it is not a GET, so that it is allowed during impersonation. */
  readonly reads?: true
  /** For the player only. Refused during impersonation. */
  readonly private?: true
  /** Hundreds may make it at the same moment: it waits for its turn (server/line.ts), and may be refused with in_line. */
  readonly in_line?: true
  /** The refusal for a caller without a live session. Defaults to not_signed_in. */
  readonly unauthenticated?: RefusalCode
  /**
   * Whether the device keeps the player's last reply, and shows it with its time when offline. Never for payments or
   * the desk.
   */
  readonly kept_on_device?: true
  /**
   * Whether any web site may read the reply, and anybody may cache it for a minute. Only for public calls whose reply
   * is the same for everybody.
   */
  readonly shared?: true
  readonly tag: string
  /** One line for readers of the API document. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is a form (multipart/form-data) with one file. A larger file is refused with `too_large`. */
  readonly multipart?: {
    readonly most_bytes: number
    readonly too_large: RefusalCode
    /** A field may be as long as the file, and the body may also be JSON: without the file. */
    readonly takes_text?: true
  }
  /** The handler gets the unparsed bytes and the headers, to check a signature. Has no `body`. */
  readonly raw?: true
  readonly reply: Schema
  /** The response is a streamed file of this content type; `reply` describes its content. */
  readonly file?: string
  /** Defaults to 200. */
  readonly status?: 200 | 201
  /** An example for the OpenAPI document. Given only if the schema does not make the format of a value clear. */
  readonly example?: { readonly body?: unknown; readonly reply?: unknown }
}

/** Marked as free of side effects: the build drops an endpoint that no screen of the browser uses. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(spec: E): E & Call<E> {
  return spec
}

/** The parts of an endpoint that the browser reads to call it. */
export const callParts = ['method', 'path', 'access', 'reauthenticate', 'reads', 'kept_on_device'] as const

/** An endpoint without its schemas, as screens load it from `calls.gen.ts`. */
export type Call<E extends Endpoint = Endpoint> = Pick<Endpoint, (typeof callParts)[number]> & {
  /** Never set. It carries the type of the endpoint, for the types of its input and reply. */
  readonly endpoint?: E
}

/** The call of a paged list, with the fields of its query: its page and its filters are read from the address. */
export type ListCall<E extends Endpoint> = Call<E> & { readonly fields: QueryFields }

type EndpointOf<C> = C extends Endpoint ? C : C extends Call<infer E> ? E : never

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** The input of a call. Parts that the endpoint does not have are left out. */
export type CallInput<C extends Endpoint | Call> = Given<'params', InputOf<EndpointOf<C>['params']>> &
  Given<'query', InputOf<EndpointOf<C>['query']>> &
  Given<'body', InputOf<EndpointOf<C>['body']>>

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
export type Reply<C extends Endpoint | Call> = z.output<EndpointOf<C>['reply']>

/** The return value of a handler. */
export type Answer<E extends Endpoint> = E extends { file: string } ? FileAnswer : Reply<E>

/** A file in chunks. Its name may contain letters, digits, dots and hyphens. */
export type FileAnswer = { name: string; content: AsyncIterable<string | Uint8Array> }

/** The path of a call with its parameters filled in, percent-encoded. */
export function pathOf({ path }: Pick<Call, 'path'>, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

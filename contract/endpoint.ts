import type * as z from 'zod/mini'
import type { KeyScope } from './key-scopes.ts'
import type { QueryFields } from './query-fields.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may call: everybody, a signed-in player, an organizer (in their areas), an owner (everywhere). */
export type Access = 'public' | 'player' | 'organizer' | 'owner'

type Schema = z.ZodMiniType

/**
 * One call, described once. The server's parsing, the reply's serializer, the browser's typed call, its cache key and
 * the OpenAPI page all come from this object.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api (docs/product.md, "Calls"); parameters in braces. */
  readonly path: `/${string}`
  readonly access: Access
  /** Needs re-authentication in the last ten minutes: the call moves money or changes permissions. */
  readonly reauthenticate?: true
  /** A change that an API key of this scope may make; without it, keys only read. */
  readonly key_scope?: KeyScope
  /** Part of enrolling a second factor: open to an organizer who should have done so already. */
  readonly enrolls?: true
  /** Changes nothing although it is not a GET, so it is allowed during impersonation. */
  readonly reads?: true
  /** For the player only: refused during impersonation. */
  readonly private?: true
  /** The refusal for a caller without a live session; not_signed_in when left out. */
  readonly unauthenticated?: RefusalCode
  /** The player's last answer is kept on the device, and shown with its time when there is no network. Never payments, never the desk. */
  readonly kept_on_device?: true
  /** Any web site may read it, and anybody may keep its answer for a minute. Public, and the same for all. */
  readonly shared?: true
  readonly tag: string
  /** One line for the API's reader. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is a form (multipart/form-data) with one file. A file of more than `most_bytes` is refused with `too_large`. */
  readonly multipart?: { readonly most_bytes: number; readonly too_large: RefusalCode }
  /** The handler gets the unparsed bytes and the headers, to check a signature. Has no `body`. */
  readonly raw?: true
  readonly reply: Schema
  /** The answer is a streamed file of this content type; `reply` describes its content. */
  readonly file?: string
  /** 200 when left out. */
  readonly status?: 200 | 201
  /** An example in the OpenAPI document: only where the schema does not show what a value looks like. */
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
  /** Never set: the type of the endpoint, for what is sent and received. */
  readonly endpoint?: E
}

/** The call of a paged list, with the fields of its query: its page and its filters are read from the address. */
export type ListCall<E extends Endpoint> = Call<E> & { readonly fields: QueryFields }

type EndpointOf<C> = C extends Endpoint ? C : C extends Call<infer E> ? E : never

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** What a caller sends. Absent parts are left out. */
export type CallInput<C extends Endpoint | Call> = Given<'params', InputOf<EndpointOf<C>['params']>> &
  Given<'query', InputOf<EndpointOf<C>['query']>> &
  Given<'body', InputOf<EndpointOf<C>['body']>>

type Given<K extends string, V> = [V] extends [undefined]
  ? unknown
  : Record<string, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

/** What a handler receives, parsed. */
export type Received<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: E extends { raw: true } ? RawBody : OutputOf<E['body']>
}

/** An unparsed body. */
type RawBody = { bytes: Uint8Array; headers: Record<string, string | string[] | undefined> }

/** What a caller gets. */
export type Reply<C extends Endpoint | Call> = z.output<EndpointOf<C>['reply']>

/** What a handler answers. */
export type Answer<E extends Endpoint> = E extends { file: string } ? FileAnswer : Reply<E>

/** A file, piece by piece. Its name may have letters, digits, dots and hyphens. */
export type FileAnswer = { name: string; content: AsyncIterable<string> }

/** The path of a call with its parameters filled in, percent-encoded. */
export function pathOf({ path }: Pick<Call, 'path'>, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

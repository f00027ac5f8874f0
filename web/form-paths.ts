/** The paths in a form's values that lead to a T: 'email', 'partner.email', 'partners.0.email'. */
export type PathTo<V, T> = V extends readonly (infer Item)[]
  ? (Leads<Item, T> extends true ? `${number}` : never) | Nested<`${number}`, Item, T>
  : {
      [K in keyof V & string]: (Leads<V[K], T> extends true ? K : never) | Nested<K, V[K], T>
    }[keyof V & string]

type Leads<Value, T> = [Exclude<Value, null | undefined>] extends [T] ? true : false

type Nested<K extends string, Value, T> =
  NonNullable<Value> extends object ? `${K}.${PathTo<NonNullable<Value>, T>}` : never

/** The type of the value at a path. */
export type ValueAt<V, P extends string> = P extends `${infer K}.${infer Rest}`
  ? ValueAt<NonNullable<ItemAt<V, K>>, Rest>
  : ItemAt<V, P>

type ItemAt<V, K extends string> = K extends keyof V ? V[K] : V extends readonly (infer Item)[] ? Item : never

/** The value at a path. Undefined if the path does not exist. */
export function readAt(values: object, path: string): unknown {
  let found: unknown = values
  for (const key of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[key]
  return found
}

/** A copy of the values with a new value at a path, creating missing objects on the way. */
export function writeAt<V extends object>(values: V, path: string, value: unknown): V {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) return put(values, path, value)
  const inner = values[key as keyof V] as object | null | undefined
  return put(values, key, writeAt(inner ?? {}, rest.join('.'), value))
}

function put<V extends object>(values: V, key: string, value: unknown): V {
  if (Array.isArray(values)) return values.with(Number(key), value) as unknown as V
  return { ...values, [key]: value }
}

/** Every path in the values, in order, outer ones before inner ones. */
export function pathsIn(values: object): string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? [key, ...pathsIn(value).map((inner) => `${key}.${inner}`)] : [key],
  )
}

import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { ListEndpoint } from '#/web/list-search.ts'

const repo = join(import.meta.dirname, '..')

/** The contracts of `features` and `organizer` by path, with the endpoints that each exports. Loads no server. */
export async function listContracts(): Promise<{ file: string; endpoints: [name: string, Endpoint][] }[]> {
  const files: string[] = []
  for await (const file of glob('{features,organizer}/**/*contract.ts', { cwd: repo })) files.push(file)
  return Promise.all(
    files.toSorted().map(async (file) => {
      const exported = (await import(join(repo, file))) as Record<string, unknown>
      const named = Object.entries(exported).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return { file, endpoints: named.filter(isEndpoint) }
    }),
  )
}

/** Every endpoint of these contracts. */
export async function listEndpoints(): Promise<Endpoint[]> {
  return (await listContracts()).flatMap(({ endpoints }) => endpoints.map(([, endpoint]) => endpoint))
}

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

/** Whether an endpoint lists something page by page. */
export function isListEndpoint(endpoint: Endpoint): endpoint is ListEndpoint {
  return endpoint.query !== undefined && 'shape' in endpoint.query && 'per_page' in (endpoint.query.shape as object)
}

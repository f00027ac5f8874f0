import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#/contract/endpoint.ts'

const root = new URL('../', import.meta.url).pathname

/** All endpoints declared in contracts of features and the desk. Does not load the server. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for (const folder of ['features', 'organizer'])
    for (const file of (await readdir(join(root, folder), { recursive: true })).toSorted()) {
      if (!file.endsWith('contract.ts')) continue
      const contract: Record<string, unknown> = await import(join(root, folder, file))
      endpoints.push(...Object.values(contract).filter(isEndpoint))
    }
  return endpoints
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callParts, type Endpoint } from '#/contract/endpoint.ts'
import { isListEndpoint, listContracts } from './contracts.ts'
import { queryFieldsOf } from './query-fields.ts'

// Writes features/calls.gen.ts and organizer/calls.gen.ts from the contracts (npm run calls). Screens import their calls
// from there, so that the browser loads a call's method, path and flags, and no schemas.

const repo = join(import.meta.dirname, '..')

/** The generated file of each folder, by its path in the repository. */
async function renderCalls(): Promise<Map<string, string>> {
  const contracts = (await listContracts()).filter(({ endpoints }) => endpoints.length > 0)
  return new Map(
    ['features', 'organizer'].map((floor) => [
      `${floor}/calls.gen.ts`,
      renderFloor(contracts.filter(({ file }) => file.startsWith(`${floor}/`))),
    ]),
  )
}

function renderFloor(contracts: Awaited<ReturnType<typeof listContracts>>): string {
  const imports = contracts.map(({ file }) => `import type * as ${namespaceOf(file)} from '#/${file}'`)
  const calls = contracts.flatMap(({ file, endpoints }) =>
    endpoints.map(([name, endpoint]) => renderCall(name, `${namespaceOf(file)}.${name}`, endpoint)),
  )
  return `// Written by \`npm run calls\`.
import type { Call, ListCall } from '#/contract/endpoint.ts'
${imports.join('\n')}

${calls.join('\n')}
`
}

function renderCall(name: string, type: string, endpoint: Endpoint): string {
  const parts = callParts.flatMap((part) => (part in endpoint ? [`${part}: ${render(endpoint[part])}`] : []))
  const isList = isListEndpoint(endpoint)
  if (isList) parts.push(`fields: ${render(queryFieldsOf(endpoint.query))}`)
  return `export const ${name}: ${isList ? 'ListCall' : 'Call'}<typeof ${type}> = { ${parts.join(', ')} }`
}

/** A value as it is written in TypeScript. */
function render(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(render).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${key}: ${render(each)}`)
      .join(', ')} }`
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)
}

/** features/wait-list/contract.ts -> waitList, features/standings/place-contract.ts -> standingsPlace */
function namespaceOf(file: string): string {
  const [, ...words] = file.replace(/contract\.ts$/, '').split(/\W/)
  return words
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('')
}

/** The generated files that do not match the contracts. */
export async function findStaleCalls(): Promise<string[]> {
  const stale: string[] = []
  for (const [file, text] of await renderCalls())
    if ((await readFile(join(repo, file), 'utf8').catch(() => null)) !== text) stale.push(file)
  return stale
}

if (import.meta.main) for (const [file, text] of await renderCalls()) await writeFile(join(repo, file), text)

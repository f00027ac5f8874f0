import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ESTree, Plugin } from 'vite'
import type { Endpoint } from '#/contract/endpoint.ts'

const repo = join(import.meta.dirname, '..')

// Not by `import`: Vite would put a second copy of the contracts into its configuration, with schemas of their own.
const load = (file: string) => import(pathToFileURL(join(repo, file)).href) as Promise<Record<string, unknown>>

/** The parts of a call that only the server, the API's document and the types read. */
const unread = new Set(['reply', 'example', 'summary', 'tag', 'params', 'file', 'unauthenticated', 'status'])

/** A contract as a screen loads it that checks a form: with the schemas of bodies. */
const withBodies = '?bodies'

/**
 * Leaves out of the browser's contracts what a screen does not read: the schema of each answer, the words of the API's
 * document, and the schemas of bodies, except for a module that names one (`reportScore.body`): it gets the contract a
 * second time, with them. The query of a list becomes data, from which its address is read. What only they use goes with
 * them, so a screen that reads and checks nothing loads no schemas at all. Only for the browser: on the server a contract is
 * whole.
 */
export function leanContracts(): Plugin {
  let sources = new Map<string, string>()
  return {
    name: 'lean-contracts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    enforce: 'pre',
    buildStart() {
      sources = readSources()
    },
    resolveId: {
      filter: { id: /contract\.ts$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (!found || !importer) return found
        const schemas = schemasIn(await load(relative(repo, found.id)))
        return needsBodies(sources, importer, { source, schemas })
          ? { ...found, id: `${found.id}${withBodies}` }
          : found
      },
    },
    transform: {
      order: 'post',
      filter: { id: /[\\/](contract|features|organizer)[\\/].*\.ts(\?bodies)?$/, code: 'zod/mini' },
      async handler(code, id) {
        const [path = id] = id.split('?')
        const isCalls = path.endsWith('contract.ts')
        const calls = isCalls ? await load(relative(repo, path)) : {}
        const { lightFieldsOf } = (await load('ops/light-fields.ts')) as typeof import('./light-fields.ts')
        const keepsBodies = !isCalls || id.endsWith(withBodies)
        const lightQueryOf = (name: string) => lightQuery(calls[name] as Endpoint, lightFieldsOf)
        const edits = this.parse(code).body.flatMap((statement) => editsOf(statement, { keepsBodies, lightQueryOf }))
        const lean = edits
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code)
        // A schema that is made of another call's answer would find it undefined.
        if (/\.reply\b/.test(lean))
          this.error(`${id} makes something of a call's reply that the browser loads too; name that schema by itself`)
        const imports = lean.includes('lightQuery(') ? "import { lightQuery } from '#/contract/light-query.ts'\n" : ''
        // The sentences of all schemas (contract/fields.ts) are set where there are schemas.
        return { code: imports + lean, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** What stands for a query: nothing but for a list's; null where the schema has to stay. */
function lightQuery({ query }: Endpoint, lightFieldsOf: LightFieldsOf): string | null {
  const list = query as Parameters<LightFieldsOf>[0]
  if (!('per_page' in list.shape)) return ''
  const fields = lightFieldsOf(list)
  return fields && `query: lightQuery(${JSON.stringify(fields)}),`
}

type LightFieldsOf = typeof import('./light-fields.ts').lightFieldsOf

type Kept = {
  keepsBodies: boolean
  /** The text of a call's query; null: as it is. */
  lightQueryOf: (call: string) => string | null
}

type Edit = { start: number; end: number; put: string }

/** What to change in one statement: a constant that is a call's value is marked as free of side effects, and a call to `endpoint` loses what is not read. */
function editsOf(statement: ESTree.Statement | ESTree.ModuleDeclaration, kept: Kept): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) => {
    if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') return []
    // The bundler drops an unused call only if it is marked, and of its arguments none: so they stand in a function.
    const mark = [
      { start: init.start, end: init.start, put: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, put: '))()' },
    ]
    if (init.type === 'ObjectExpression') return mark
    const [spec] = init.arguments
    const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
    return isEndpoint && spec?.type === 'ObjectExpression'
      ? [...mark, ...cutsIn(spec, id.type === 'Identifier' ? id.name : '', kept)]
      : mark
  })
}

function cutsIn({ properties, end }: ESTree.ObjectExpression, call: string, kept: Kept): Edit[] {
  return properties.flatMap((property, index) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { name } = property.key
    const put =
      name === 'query'
        ? kept.lightQueryOf(call)
        : unread.has(name) || (name === 'body' && !kept.keepsBodies)
          ? ''
          : null
    return put === null ? [] : [{ start: property.start, end: properties[index + 1]?.start ?? end - 1, put }]
  })
}

/** The text of every module that a browser may load. */
function readSources(): Map<string, string> {
  const files = globSync('{contract,web,features,organizer,app}/**/*.{ts,tsx}', { cwd: repo })
  return new Map(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [join(repo, file), readFileSync(join(repo, file), 'utf8')]),
  )
}

/** The names of what a contract exports that is a schema, or made of schemas. */
function schemasIn(exported: Readonly<Record<string, unknown>>): string[] {
  const isSchema = (value: unknown) => isObject(value) && '_zod' in value
  return Object.entries(exported)
    .filter(
      ([, value]) => isSchema(value) || (isObject(value) && !('path' in value) && Object.values(value).some(isSchema)),
    )
    .map(([name]) => name)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

type Contract = { source: string; schemas: readonly string[] }

/** Whether a module needs the schemas of a contract: it names one, or the body of a call, now or when it is needed. */
function needsBodies(sources: ReadonlyMap<string, string>, importer: string, { source, schemas }: Contract): boolean {
  const [path = importer, query] = importer.split('?')
  if (path.endsWith('contract.ts')) return query !== undefined
  const text = sources.get(path) ?? ''
  const isSource = (from: string) => [from, join(dirname(path), from), join(repo, from.slice(2))].includes(source)
  const isOnDemand = [...text.matchAll(/import\('([^']+)'\)/g)].some(([, from = '']) => isSource(from))
  if (isOnDemand && /\b\w+\.body\b/.test(text)) return true
  return [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from = '']) => isSource(from))
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .some((name) => schemas.includes(name) || (name !== '' && new RegExp(`\\b${name}\\.body\\b`).test(text)))
}

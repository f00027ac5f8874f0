import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ESTree, Plugin } from 'vite'

const repo = join(import.meta.dirname, '..')

/** The parts of a call that only the server, the API's document and the types read. */
const unread = new Set(['reply', 'example', 'summary', 'tag', 'params', 'file', 'unauthenticated', 'status'])

/**
 * Leaves out of the browser's contracts what no screen reads: the schema of each answer, the words of the API's document,
 * and the schema of a body that no form checks (`reportScore.body`). What only they use goes with them. Only for the
 * browser: on the server a contract is whole.
 */
export function leanContracts(): Plugin {
  let checked = new Set<string>()
  return {
    name: 'lean-contracts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    buildStart() {
      checked = callsWithCheckedBody()
    },
    transform: {
      filter: { id: /[\\/](contract|features|organizer)[\\/].*\.ts$/, code: 'zod/mini' },
      handler(code, id) {
        const edits = this.parse(code).body.flatMap((statement) => editsOf(statement, checked))
        const lean = edits
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code)
        // A schema that is made of another call's answer would find it undefined.
        if (/\.reply\b/.test(lean))
          this.error(`${id} makes something of a call's reply that the browser loads too; name that schema by itself`)
        return { code: lean, map: null }
      },
    },
  }
}

type Edit = { start: number; end: number; put: string }

/** What to change in one statement: a constant that is a call's value is marked as free of side effects, and a call to `endpoint` loses what is not read. */
function editsOf(statement: ESTree.Statement | ESTree.ModuleDeclaration, checked: ReadonlySet<string>): Edit[] {
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
      ? [...mark, ...cutsIn(spec, id.type === 'Identifier' && checked.has(id.name))]
      : mark
  })
}

function cutsIn({ properties, end }: ESTree.ObjectExpression, isBodyChecked: boolean): Edit[] {
  return properties.flatMap((property, index) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { name } = property.key
    if (!unread.has(name) && (name !== 'body' || isBodyChecked)) return []
    return [{ start: property.start, end: properties[index + 1]?.start ?? end - 1, put: '' }]
  })
}

/** The calls whose body's schema is named somewhere: by a form, or by another schema. */
function callsWithCheckedBody(): Set<string> {
  const names = globSync('{contract,web,features,organizer,app}/**/*.{ts,tsx}', { cwd: repo })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(repo, file), 'utf8').matchAll(/\b(\w+)\.body\b/g)].map(([, name]) => name ?? ''),
    )
  return new Set(names)
}

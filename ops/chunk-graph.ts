import type { Plugin } from 'vite'

/**
 * Keeps the names of the files that screens import out of the code. Vite writes them into every file with a dynamic import:
 * 3 kB of the sign-in screen, 6 of a player's. Here they are one list beside the code (`chunk-graph.json`), read after the
 * first screen. Vite wraps each `import()` in web/preload.ts.
 */
export function chunkGraph(): Plugin {
  return {
    name: 'chunk-graph',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        modulePreload: {
          // Only the file's own name: the list contains what it imports. Its style sheets follow it.
          resolveDependencies: (file, imports, { hostType }) =>
            hostType === 'html' ? imports : imports.length > 0 ? [file] : [],
        },
      },
    }),
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export { preload as __vitePreload } from '#/web/preload.ts'",
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const numbers = new Map(chunks.map(({ fileName }, index) => [fileName, index]))
      const graph = chunks.map(({ fileName, imports }) => [fileName, ...imports.map((file) => numbers.get(file))])
      this.emitFile({ type: 'asset', fileName: 'chunk-graph.json', source: JSON.stringify(graph) })
    },
  }
}

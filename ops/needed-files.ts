import type { Plugin } from 'vite'

/**
 * Keeps the names of the files that screens need out of the entry. Vite writes them into every file with a dynamic
 * import: 2 kB in the entry, and as much in the routes. Here they are one list beside the code (`needed-files.json`),
 * read after the first screen. Vite wraps each `import()` in web/preload.ts.
 */
export function neededFiles(): Plugin {
  return {
    name: 'needed-files',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        modulePreload: {
          // Only the names: the list contains what each file needs. A file's style sheets follow it.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'html' ? needed : needed.length > 0 ? [file] : [],
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
      const needed = chunks.map(({ fileName, imports }) => [fileName, ...imports.map((file) => numbers.get(file))])
      this.emitFile({ type: 'asset', fileName: 'needed-files.json', source: JSON.stringify(needed) })
    },
  }
}

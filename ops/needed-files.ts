import type { Plugin } from 'vite'

/**
 * Keeps the names of the files that a screen needs out of the entry. Vite writes them into every file that loads others later,
 * so that they come together: 2 kB in the entry, and as much in the routes. Here they are one list beside the code
 * (`needed-files.json`), read after the first screen. web/preload.ts is what Vite puts around each `import()`.
 */
export function neededFiles(): Plugin {
  return {
    name: 'needed-files',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        modulePreload: {
          // The name alone: what the file needs is in the list. Its style sheets follow it.
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

import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const repo = join(import.meta.dirname, '..')

/** Writes the modules of each file and their lengths beside the manifest, for `ops/page-weight.ts`. */
export function listModules(): Plugin {
  return {
    name: 'list-modules',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const modules = chunks.map(({ fileName, modules: own }) => [
        fileName,
        Object.entries(own).map(([id, { renderedLength }]) => [relative(repo, id), renderedLength]),
      ])
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(modules)),
      })
    },
  }
}

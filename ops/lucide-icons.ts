import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readIconSet } from './icon-data.ts'

const component = join(import.meta.dirname, '../web/ui/draw-icon.tsx')

/** Attributes that every icon has on its outermost elements; `drawIcon` puts them on the `svg`. */
const onEach = / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

/**
 * Makes `import Bell from 'lucide:bell'` the icon of that name as a component. The icons come from one data file,
 * because the component package is 50 MB in ten thousand files.
 */
export function lucideIcons(): Plugin {
  let findIcon: ReturnType<typeof readIconSet> | undefined
  return {
    name: 'lucide-icons',
    resolveId: { filter: { id: /^lucide:/ }, handler: (id) => `\0${id}` },
    load: {
      // A leading \0 marks a virtual module.
      filter: { id: /^\0lucide:/ },
      handler(id) {
        findIcon ??= readIconSet('lucide')
        const name = id.slice('\0lucide:'.length)
        const icon = findIcon(name)
        if (icon === undefined) return this.error(`Lucide has no icon ${name}.`)
        const elements = JSON.stringify(elementsOf(icon))
        return `import { drawIcon } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ drawIcon(${elements})`
      },
    },
  }
}

/** The names and attributes of the elements, which are never nested. */
function elementsOf(body: string): [name: string, attributes: Record<string, string>][] {
  const elements = body.replaceAll(onEach, '').replace(/^<g>(.*)<\/g>$/, '$1')
  return [...elements.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)\s*\/>/g)].map(([, name = '', attributes = '']) => [
    name,
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])),
  ])
}

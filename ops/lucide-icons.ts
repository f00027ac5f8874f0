import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The format of @iconify-json/lucide: the elements inside the `svg`, or the name of an alias's icon. */
type Icons = { icons: Record<string, { body: string }>; aliases?: Record<string, { parent: string }> }

const component = join(import.meta.dirname, '../web/ui/draw-icon.tsx')

/** Attributes that every icon has on its outermost elements; `drawIcon` puts them on the `svg`. */
const onEach = / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

/**
 * Makes `import Bell from 'lucide:bell'` the icon of that name as a component. The icons come from one data file,
 * because the component package is 50 MB in ten thousand files.
 */
export function lucideIcons(): Plugin {
  let known: Icons | undefined
  return {
    name: 'lucide-icons',
    resolveId: { filter: { id: /^lucide:/ }, handler: (id) => `\0${id}` },
    load: {
      // A leading \0 marks a virtual module.
      filter: { id: /^\0lucide:/ },
      handler(id) {
        known ??= readIcons()
        const name = id.slice('\0lucide:'.length)
        const icon = known.icons[name] ?? known.icons[known.aliases?.[name]?.parent ?? '']
        if (!icon) return this.error(`Lucide has no icon ${name}.`)
        const elements = JSON.stringify(elementsOf(icon.body))
        return `import { drawIcon } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ drawIcon(${elements})`
      },
    },
  }
}

function readIcons(): Icons {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Icons
}

/** The names and attributes of the elements, which are never nested. */
function elementsOf(body: string): [name: string, attributes: Record<string, string>][] {
  const elements = body.replaceAll(onEach, '').replace(/^<g>(.*)<\/g>$/, '$1')
  return [...elements.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)\s*\/>/g)].map(([, name = '', attributes = '']) => [
    name,
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])),
  ])
}

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { courts } from '#/contract/courts.ts'

// The divisions' pictures as files, for the API's `image` and for the screens that cannot afford the drawing's code.
const folder = new URL('../web/public/courts/', import.meta.url)
const paints = await readFile(new URL('../web/ui/court/scene.css', import.meta.url), 'utf8')
const colors = [...paints.matchAll(/--scene-[\w-]+: .+;/g)].map(([line]) => line).join('')
const court = fileURLToPath(new URL('../web/ui/DrawnCourt.tsx', import.meta.url))
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
})
const { DrawnCourt } = (await vite.ssrLoadModule(court)) as { DrawnCourt: ComponentType<{ slug: string }> }
const pictures = courts.map((slug) => {
  const drawn = renderToStaticMarkup(createElement(DrawnCourt, { slug })).replace(
    / class="[^"]*"| aria-hidden="true"/g,
    '',
  )
  // A picture in a page takes the page's color scheme, day or night.
  const style = `<style>:root{color-scheme:light dark;${colors}}</style>`
  return {
    slug,
    svg: drawn
      .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"')
      .replace('>', `>${style}`),
  }
})
// Before anything is written: vite would take the new files for changes of the page.
await vite.close()

await mkdir(folder, { recursive: true })
for (const { slug, svg } of pictures) await writeFile(new URL(`${slug}.svg`, folder), svg)

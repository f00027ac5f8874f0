import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultOrganization } from './contract/organization.ts'
import { chunkGraph } from './ops/chunk-graph.ts'
import { listModules } from './ops/list-modules.ts'
import { lucideIcons } from './ops/lucide-icons.ts'

const repo = fileURLToPath(new URL('.', import.meta.url))

/** The icons that the server draws, by their conventional names. */
const icons = ['/icon-192.png', '/apple-touch-icon.png'] as const

/**
 * Modules that nearly every screen uses, including the sign-in screen, with all their imports. This file has everything
 * that screens share with the entry, so that no screen imports the entry, which names the files of all screens. So a
 * changed screen changes only three files.
 */
const common = [
  /[\\/]web[\\/](FormErrors|TopBar|early-input|form|install-event|lazy-screen)\./,
  /[\\/]web[\\/]ui[\\/](FormActions|TextField|TextLink|Toast|announce|region|theme)\./,
  /[\\/]contract[\\/]season-kinds\./,
]

/**
 * Two builds: what the browser loads (dist/web), and the same screens for the server, which makes the public pages
 * (dist/pages, docs/decisions/061).
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: `${repo}app/screens`,
  publicDir: isSsrBuild ? false : `${repo}web/public`,
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    lucideIcons(),
    listModules(),
    chunkGraph(),
    preloadFont(),
    fillName(),
  ],
  ...(isSsrBuild && {
    // Bundles the dependencies too, so that the program starts without reading thousands of files in node_modules.
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  // Through a link, the build of a folder with a # in its name never sees that name (ops/build.ts).
  resolve: { alias: [{ find: /^#\//, replacement: repo }], preserveSymlinks: true },
  // Paths that go to the app's server, with the host that the browser sees.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/photos', '/dev', '/organization', '/manifest.webmanifest', '/robots.txt', '/sitemap', ...icons].map(
        (path) => [path, { target: 'http://localhost:3000', changeOrigin: false }],
      ),
    ),
  },
  build: {
    outDir: `${repo}dist/${isSsrBuild ? 'pages' : 'web'}`,
    emptyOutDir: true,
    // Every browser that supports the style sheet's colors also supports modulepreload.
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    target: 'baseline-widely-available',
    // light-dark() must reach the browser as it is written: nested themes in one page depend on it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: scripts, fonts or images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The server's build is a single file on purpose.
      ...(isSsrBuild && { checks: { ineffectiveDynamicImport: false } }),
      ...(!isSsrBuild && {
        output: {
          codeSplitting: {
            groups: [
              // Packages stay cached from release to release.
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
              { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
              { name: 'common', test: (id) => common.some((part) => part.test(id)) },
            ],
          },
        },
      }),
    },
  },
}))

/** Fills in the defaults: the development server sends the page without the app's server, which knows the name (server/web.ts). */
function fillName(): Plugin {
  return {
    name: 'fill-name',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('{organization}', defaultOrganization.name)
        .replace('{theme_color}', defaultOrganization.main_color)
        .replace('{favicon}', icons[0])
        .replace('{touch_icon}', icons[1]),
  }
}

/** Starts loading the text font with the page, before the style sheet requests it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /archivo-latin-wdth-normal.*\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultOrganization } from './contract/organization.ts'
import { listModules } from './ops/list-modules.ts'
import { lucideIcons } from './ops/lucide-icons.ts'
import { neededFiles } from './ops/needed-files.ts'
import { screenGroups } from './ops/screen-groups.ts'

const repo = fileURLToPath(new URL('.', import.meta.url))

/** The icons that the server draws, by their conventional names. */
const icons = ['/icon-192.png', '/apple-touch-icon.png'] as const

/** The modules of the sign-in screen, which all other screens use too. */
const shell = [
  /[\\/]web[\\/]ui[\\/](Button|Court|ErrorState|ErrorSummary|Field|FormActions|Logo|Notice|Spinner|TextField|TextLink|Toast|draw-icon|part|toasts)\./,
  /[\\/]web[\\/](FormErrors|PageTitle|TopBar|call|connection|focus|form|form-paths|kept-form|history|lazy-part|lazy-screen|preload|router|scroll|served-page|session|store|early-input|abort-on-input)\./,
  /[\\/]contract[\\/](areas|endpoint|organization|paths|product)\./,
  /lucide:(circle-alert|circle-check|x|eye)$/,
]

/**
 * Modules that nearly always load together, by the name of their file. Each additional file costs headers and a wait,
 * and on a slow phone it competes with React for bandwidth.
 */
const together: Readonly<Record<string, RegExp>> = {
  'score-form':
    /[\\/]features[\\/]matches[\\/](ScoreFields|ScoreFormScreen|ScorePreview|SetsField|WinnerField|score-(defaults|form\.web|report\.web))\.|[\\/]web[\\/]ui[\\/](SetInput|Later)\./,
  matches:
    /[\\/]rules[\\/](outcome|season-rules|time-format|sports[\\/]formats)\.|[\\/]contract[\\/]time\.|[\\/]features[\\/]matches[\\/]format\./,
  board: /[\\/]web[\\/]ui[\\/](Scoreboard|SetHeads|Ball)\./,
  choices: /[\\/]web[\\/]ui[\\/](RadioGroup|SelectField)\.|lucide:chevron-down$/,
  details: /[\\/]web[\\/]ui[\\/](DateField|TextArea)\.|lucide:calendar-days$|[\\/]features[\\/]courts[\\/]CourtField\./,
}

/**
 * Two builds: what the browser loads (dist/web), and the same screens for the server, which makes the public pages
 * (dist/pages, docs/decisions/061).
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: `${repo}app/screens`,
  publicDir: isSsrBuild ? false : `${repo}web/public`,
  plugins: [react(), tailwindcss(), lucideIcons(), listModules(), neededFiles(), preloadFont(), fillName()],
  ...(isSsrBuild && {
    // Bundles the dependencies too, so that the program starts without reading thousands of files in node_modules.
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  resolve: { alias: [{ find: /^#\//, replacement: repo }] },
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
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              },
              { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
              { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
              // One file compresses better than twenty, and every other screen uses these modules too.
              { name: 'shell', test: (id) => shell.some((part) => part.test(id)) },
              {
                name: 'common',
                // Without the schemas of fields, which screens that only read do not need.
                test: /[\\/](web|rules|features)[\\/]|lucide:|[\\/]contract[\\/](?!fields|area-field)/,
                minShareCount: 40,
              },
              ...Object.entries(together).map(([name, test]) => ({
                name,
                test,
                includeDependenciesRecursively: false,
              })),
              // Their imports already have a group, or are left to the bundler.
              { name: screenGroups(), debugName: 'screens', includeDependenciesRecursively: false },
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

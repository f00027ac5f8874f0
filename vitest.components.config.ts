import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from '#/e2e/chromium.ts'
import { lucideIcons } from '#/ops/lucide-icons.ts'
import { RetryReporter } from '#/test/retry-reporter.ts'
import '#/ops/cut-fonts.ts'

const { executablePath, env, args } = await chromiumPath()

/** Tests components in a browser, built like the page. A separate config, so that the other tests start without Vite's plugins. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), lucideIcons()],
  // Finds the tests' imports before they start. An import found later would reload the page in the middle of a test.
  optimizeDeps: { entries: ['{app,features,organizer,web}/**/*.test.tsx'] },
  test: {
    name: 'components',
    reporters: ['default', new RetryReporter()],
    include: ['{app,features,organizer,web}/**/*.test.tsx'],
    setupFiles: ['web/ui/theme.css', 'vitest.components.setup.ts'],
    restoreMocks: true,
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: { executablePath, args, env: { ...process.env, ...env } },
        contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

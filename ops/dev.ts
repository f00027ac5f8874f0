import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'
import './copy-flags.ts'
import './cut-fonts.ts'
import './draw-courts.ts'

// The server restarts and the page reloads as files change; the page's server proxies /api to port 3000.
const port = Number(process.env['PAGE_PORT'] ?? 5173)
const env = { PUBLIC_URL: `http://localhost:${port}`, ...process.env }
const page = await createServer({ server: { port, strictPort: true } })
await page.listen()
page.printUrls()

// Vite would end this process at once, before the app and its database have stopped.
process.removeAllListeners('SIGTERM')
const app = spawn(process.execPath, ['--watch', 'app/main.ts'], { stdio: 'inherit', env })
const ended = once(app, 'exit')
let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  app.kill('SIGTERM')
  void Promise.all([ended, page.close()]).then(() => process.exit(0))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// A signal to npm ends npm's shell, which does not forward it.
const starter = process.ppid
if (process.env['npm_lifecycle_event'] === 'dev') setInterval(() => process.ppid !== starter && stop(), 500).unref()

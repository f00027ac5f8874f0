import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import './copy-flags.ts'
import './cut-fonts.ts'
import './draw-courts.ts'

// The server restarts, and the page reloads, as files change; the page's server hands /api on to port 3000.
const env = { PUBLIC_URL: 'http://localhost:5173', ...process.env }
const server = spawn(process.execPath, ['--watch', 'app/main.ts'], { stdio: 'inherit', env })
const page = await createServer({ server: { port: 5173, strictPort: true } })
await page.listen()
page.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.kill('SIGTERM')
    server.once('exit', () => void page.close().then(() => process.exit(0)))
  })

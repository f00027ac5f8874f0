import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { organization } from '#/contract/organization.ts'
import { escapeHtml } from '#/server/outside/email-layout.ts'

/** Where the build puts the page's files (ops/copy-api-page.ts). */
export const builtApiPage = join(import.meta.dirname, '../dist/docs')
export const apiPageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

/** The folder of the page's files: before a build, as in tests, that of the package, which only development has. */
function findApiPage(): string {
  return existsSync(builtApiPage)
    ? builtApiPage
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

const page = () => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · ${escapeHtml(organization().name)}</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

// The script is served as a separate file, because the content security policy allows no inline script.
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', docExpansion: 'list', tryItOutEnabled: true, validatorUrl: null })
`

/** The OpenAPI document as an interactive page at /api/docs. */
export async function serveDocs(api: FastifyInstance): Promise<void> {
  const folder = findApiPage()
  const [style, script] = await Promise.all(apiPageFiles.map((file) => readFile(join(folder, file))))
  const files = {
    '/docs/swagger-ui.css': ['text/css', style],
    '/docs/swagger-ui-bundle.js': ['text/javascript', script],
    '/docs/start.js': ['text/javascript', start],
  } as const
  api.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
  for (const [path, [type, content]] of Object.entries(files))
    api.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(content))
}

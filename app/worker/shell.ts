/** The page without its contents, as the server sends it to anybody; under one address for all screens. */
const SHELL_CACHE = 'shell'
const SHELL = '/dashboard'

/** How far the server's clock was ahead of the device's, and when the page was kept by that clock, in milliseconds. */
const AHEAD_HEADER = 'x-server-ahead-ms'
const KEPT_HEADER = 'x-kept-at'

/** Milliseconds after which the page is read again when a screen is opened: a release may have replaced its files. */
const FRESH_MS = 60_000

const servedNow = /(<script[^>]*\bid="now"[^>]*>)([^<]*)(<\/script>)/

/** Caches the page once all its files are cached, so that it always starts. Requested without cookies, so that nobody's document is cached. */
export async function keepShell(): Promise<void> {
  const kept = await caches.match(SHELL, { cacheName: SHELL_CACHE })
  if (Math.abs(Date.now() - Number(kept?.headers.get(KEPT_HEADER) ?? 0)) < FRESH_MS) return
  const response = await fetch(SHELL, { credentials: 'omit' })
  if (!response.ok) return
  const page = await response.text()
  const files = [...new Set(page.match(/\/(?:assets|organization)\/[\w.-]+\.(?:js|css|woff2)/g))]
  const cache = await caches.open('files')
  const missing = (await Promise.all(files.map(async (file) => ((await caches.match(file)) ? [] : [file])))).flat()
  await cache.addAll(missing)
  const served = servedNow.exec(page)?.[2]
  const ahead = served === undefined ? 0 : Date.parse(JSON.parse(served) as string) - Date.now()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    [AHEAD_HEADER]: String(ahead),
    [KEPT_HEADER]: String(Date.now()),
  }
  const policy = response.headers.get('content-security-policy')
  if (policy !== null) Object.assign(headers, { 'content-security-policy': policy })
  await (await caches.open(SHELL_CACHE)).put(SHELL, new Response(page, { headers }))
}

/** The cached page with the current time, as the server would send it. Null if there is none. */
export async function openWithoutNetwork(): Promise<Response | null> {
  const kept = await caches.match(SHELL, { cacheName: SHELL_CACHE })
  if (!kept) return null
  const now = new Date(Date.now() + Number(kept.headers.get(AHEAD_HEADER))).toISOString()
  const page = (await kept.text()).replace(servedNow, (_tag, start: string, _old, end: string) => {
    return `${start}${JSON.stringify(now)}${end}`
  })
  return new Response(page, { headers: kept.headers })
}

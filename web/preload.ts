/** The files of the code, each with its imports by their index in this list (ops/chunk-graph.ts). */
export type ChunkGraph = readonly (readonly [file: string, ...imports: number[]])[]

let importsOf: ReadonlyMap<string, readonly string[]> = new Map()

/** Lets each part of the code be requested together with everything that it imports. */
export function setChunkGraph(files: ChunkGraph): void {
  importsOf = new Map(files.map(([file, ...imports]) => [file, imports.flatMap((index) => files[index]?.[0] ?? [])]))
}

/**
 * Loads a part of the code, its style sheets first. The build puts this around each `import()`. `files` are the part's
 * style sheets, and its own file if it imports others.
 */
export async function preload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const isSheet = (file: string) => file.endsWith('.css')
  for (const file of files) if (!isSheet(file)) askFor(file)
  await Promise.all(files.filter(isSheet).map(loadSheet))
  return load()
}

const asked = new Set<string>()

function askFor(file: string): void {
  if (asked.has(file)) return
  asked.add(file)
  link({ rel: 'modulepreload', crossOrigin: '', href: `/${file}` })
  for (const imported of importsOf.get(file) ?? []) askFor(imported)
}

const sheets = new Map<string, Promise<void>>()

function loadSheet(file: string): Promise<void> {
  const href = `/${file}`
  const known = sheets.get(file)
  if (known) return known
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve()
  const loading = new Promise<void>((resolve, reject) => {
    const sheet = link({ rel: 'stylesheet', href })
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => {
      // Removes the failed element, so that a later attempt can request the file again.
      sheet.remove()
      sheets.delete(file)
      reject(new Error(`Unable to load the style sheet ${href}`))
    })
  })
  sheets.set(file, loading)
  return loading
}

function link(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const element = Object.assign(document.createElement('link'), attributes)
  document.head.append(element)
  return element
}

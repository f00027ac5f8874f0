import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Audit = { title: string; score: number | null; numericValue?: number }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }

/** As much of Lighthouse as bench/pages.ts asks for. */
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyCategories: string[]; maxWaitForLoad: number },
) => Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } } | undefined>

const folder = join(import.meta.dirname, 'lighthouse')

/** Lighthouse, which a folder of its own holds: with what it needs it is 135 MB that nothing else here asks for. */
export async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry))
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse }
  return lighthouse
}

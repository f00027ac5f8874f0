import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Audit = { title: string; score: number | null; numericValue?: number }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }

/** The part of Lighthouse that bench/pages.ts uses. */
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyCategories: string[]; maxWaitForLoad: number },
) => Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } } | undefined>

const folder = join(import.meta.dirname, 'lighthouse')

/** Loads Lighthouse from a separate folder: with its dependencies it takes 135 MB that nothing else here needs. */
export async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry))
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse }
  return lighthouse
}

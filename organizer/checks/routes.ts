import { runAction } from '#/server/action.ts'
import { isBackedUpDaily } from '#/server/backup/daily.ts'
import { serve } from '#/server/serve.ts'
import { allChecks } from './check.ts'
import { BACKUP_CHECK, listDataChecks, startDataChecks, type DataCheck } from './contract.ts'
import { isChecking, listNewestRuns, startChecks } from './queries.ts'

export const routes = [
  serve(listDataChecks, async ({ app }) => {
    const runs = new Map((await listNewestRuns(app.db)).map((run) => [run.check_key, run]))
    const titles = [...allChecks].map(([key, { title }]) => ({ key, title }))
    if (isBackedUpDaily(app.config) || runs.has(BACKUP_CHECK))
      titles.push({ key: BACKUP_CHECK, title: 'The newest backup can be restored, and its data agrees' })
    const checks = titles.map(({ key, title }): DataCheck => {
      const run = runs.get(key)
      return {
        key,
        title,
        checked_at: run?.checked_at.toISOString() ?? null,
        took_ms: run?.took_ms ?? null,
        backup_at: run?.backup_at?.toISOString() ?? null,
        found: run?.found ?? null,
        examples: run?.examples ?? [],
        problem: run?.problem ?? null,
        runs: run?.runs ?? 0,
        last_found_at: run?.last_found_at?.toISOString() ?? null,
      }
    })
    return { checks: checks.toSorted((a, b) => needsLook(b) - needsLook(a)), is_running: await isChecking(app.db) }
  }),

  serve(startDataChecks, async (call) => {
    await runAction(call, ({ tx }) => startChecks(tx))
    return { message: 'The checks have started. This page shows each as it ends.' }
  }),
]

const needsLook = ({ found, problem }: DataCheck) => Number((found ?? 0) > 0 || problem !== null)

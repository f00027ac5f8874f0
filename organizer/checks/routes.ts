import { runAction } from '#/server/action.ts'
import { serve } from '#/server/serve.ts'
import { allChecks } from './check.ts'
import { listDataChecks, startDataChecks, type DataCheck } from './contract.ts'
import { isChecking, listNewestRuns, startChecks } from './queries.ts'

export const routes = [
  serve(listDataChecks, async ({ app }) => {
    const runs = new Map((await listNewestRuns(app.db)).map((run) => [run.check_key, run]))
    const checks = [...allChecks].map(([key, { title }]): DataCheck => {
      const run = runs.get(key)
      return {
        key,
        title,
        checked_at: run?.checked_at.toISOString() ?? null,
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

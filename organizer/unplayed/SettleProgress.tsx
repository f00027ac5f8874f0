import type { Task } from '#/organizer/desk/contract.ts'
import { Card } from '#/web/ui/Card.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { settleAllOutcome } from './contract.ts'
import { formatMatches } from './format.ts'

/** The progress of the task that settles all matches, and its outcome. */
export function SettleProgress({ task: { state, done, total, outcome, finished_at } }: { task: Task }) {
  if (finished_at === null)
    return (
      <Card className="mb-6">
        <Progress label="Matches settled" done={done} total={total} />
        <p className="mt-4 text-ink-soft">You can leave this page. The work continues.</p>
      </Card>
    )
  const result = settleAllOutcome.safeParse(outcome)
  return (
    <div className="mb-6">
      {state === 'failed' || !result.success ? (
        <Notice tone="error" announce>
          This stopped before the end. What was settled stays settled. Please settle the matches that are left.
        </Notice>
      ) : (
        <Notice
          tone={result.data.left === 0 ? 'success' : 'warn'}
          title={`Settled: ${formatMatches(result.data.settled)}`}
          announce
        >
          Both sides of each are notified.
          {result.data.left > 0 && ` ${formatMatches(result.data.left)} changed in the meantime and stayed as before.`}
        </Notice>
      )}
    </div>
  )
}

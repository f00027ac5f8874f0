import { formatMoment } from '#/contract/format.ts'
import { listDataChecks, startDataChecks } from '#/organizer/calls.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#/web/action.ts'
import { readOf } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { BACKUP_CHECK, type DataCheck } from './contract.ts'

/** Milliseconds between two reads while the checks run. */
const ASK_AGAIN_MS = 2_000

/** The checks of the stored data: which, when, and what each found. */
export default function ChecksPage() {
  const read = useQuery({
    ...readOf(listDataChecks, {}),
    refetchInterval: ({ state }) => (state.data?.is_running ? ASK_AGAIN_MS : false),
  })
  const start = useAction(startDataChecks, { stale: [listDataChecks] })
  const isRunning = start.busy || (read.data?.is_running ?? false)
  return (
    <Screen
      title="Checks of the data"
      lead="Each night the product checks what it has stored, and each hour its payments against the card service. Each week it restores the newest backup beside the data and checks that. Nothing is repaired without you."
      actions={
        <Button busy={isRunning} onClick={() => start.run({})}>
          Check now
        </Button>
      }
    >
      <Loaded of={read} loading="Loading the checks">
        {({ checks }) => (
          <>
            <div className="pb-4">
              <Verdict checks={checks} />
            </div>
            <ul className="flex flex-col">
              {checks.map((check) => (
                <CheckItem key={check.key} check={check} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Verdict({ checks }: { checks: readonly DataCheck[] }) {
  const faults = checks.filter(({ found }) => (found ?? 0) > 0).length
  const failed = checks.filter(({ problem }) => problem !== null).length
  if (faults > 0)
    return (
      <Notice tone="error" title={faults === 1 ? 'One check found something' : `${faults} checks found something`}>
        Keep a backup before you change anything, and show the lines below to the person who runs your installation.
      </Notice>
    )
  if (failed > 0)
    return (
      <Notice
        tone="warn"
        title={failed === 1 ? 'One check could not be completed' : `${failed} checks could not be completed`}
      >
        The others found nothing.
      </Notice>
    )
  // The backup is checked once a week, and not by the button.
  if (checks.some(({ key, checked_at }) => checked_at === null && key !== BACKUP_CHECK))
    return (
      <Notice title="Not everything has been checked yet">
        The checks run each night. You can also start them now.
      </Notice>
    )
  return (
    <Notice tone="success" title="Everything agrees">
      Every check that has run found nothing.
    </Notice>
  )
}

function CheckItem({
  check: { title, checked_at, took_ms, backup_at, found, examples, problem, runs, last_found_at },
}: {
  check: DataCheck
}) {
  return (
    <li className="flex flex-col gap-1 border-b border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2 font-[650]">
        {title}
        {found !== null && found > 0 && <Badge tone="bad">{found} found</Badge>}
        {problem !== null && <Badge tone="warn">Not completed</Badge>}
      </p>
      <p className="text-sm text-ink-soft">
        {checked_at === null ? 'Not checked yet' : `Checked ${formatMoment(checked_at)}`}
        {took_ms !== null && took_ms >= 1_000 && ` in ${Math.round(took_ms / 1_000)} s`}
        {backup_at !== null && `, of a backup made ${formatMoment(backup_at)}`}
        {runs > 1 && `, ${runs} times in 90 days`}
        {last_found_at !== null && found === 0 && `, last found something ${formatMoment(last_found_at)}`}
      </p>
      {problem !== null && <p>{problem}</p>}
      {examples.length > 0 && (
        <ul className="flex flex-col text-sm">
          {examples.map(({ subject, says }) => (
            <li key={subject} className="break-words">
              {subject}: {says}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

import { formatList, formatNumber } from '#/contract/locale.ts'
import { useNavigate } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useAction } from '#/web/action.ts'
import { useChange } from '#/web/api.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { checkImport, getExchangeTask, listExchangeTasks, storeImport } from '#/organizer/calls.gen.ts'
import type { Check, ExchangeTask } from './contract.ts'
import { RestButton } from './DownloadButton.tsx'
import { formatCount, importWords } from './format.ts'

/** The result of a check in figures, and the next step: answer a question, fix the file, import it, or open the import. */
export function ImportVerdict({ task, check }: { task: ExchangeTask; check: Check }) {
  const { kind, counts, missing, questions } = check
  const words = importWords[kind]
  const stored = counts.new + counts.changed
  const figures = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.existing, 'already there'],
    [counts.wrong, 'wrong'],
  ] as const
  if (missing.length > 0)
    return (
      <Notice tone="warn" title="Which column is which?">
        {formatList(missing)} {missing.length === 1 ? 'was' : 'were'} not found. Choose them below, then check again.
      </Notice>
    )
  const open = questions.filter(({ answer }) => answer === null).length
  if (open > 0)
    return (
      <Notice
        tone="warn"
        title={formatCount(open, { one: 'question about this file', several: 'questions about this file' })}
      >
        Please answer {open === 1 ? 'it' : 'them'} below, then check again.
      </Notice>
    )
  return (
    <section className="flex flex-col gap-5">
      <ul
        aria-label="Results of the check"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4"
      >
        {figures.map(([count, word]) => (
          <li key={word} className="flex flex-col bg-surface p-4">
            <span className="tabular text-2xl font-[680]">{formatNumber(count)}</span>
            <span className="text-ink-soft">{word}</span>
          </li>
        ))}
      </ul>
      <Unread check={check} />
      {counts.wrong > 0 && task.store_task_id === null && <Wrong task={task} check={check} />}
      {counts.wrong > 0 && check.reading.take === 'all' ? null : task.store_task_id !== null ? (
        <Notice
          tone="info"
          title="This file has been imported"
          actions={<ButtonLink to={deskPaths.exchangeTask(task.store_task_id)}>See the import</ButtonLink>}
        >
          A file is imported only once.
        </Notice>
      ) : stored === 0 ? (
        <Notice tone="info" title="There is nothing to import">
          All rows already exist.
        </Notice>
      ) : (
        <StoreButton task_id={task.id} label={`Import ${formatCount(stored, words)}`} />
      )}
    </section>
  )
}

/** Rows with errors: they are fixed below, or set aside as a file. */
function Wrong({ task, check: { counts, reading } }: { task: ExchangeTask; check: Check }) {
  const navigate = useNavigate()
  const check = useAction(checkImport, {
    onDone: ({ task_id }) => navigate(deskPaths.exchangeTask(task_id)),
  })
  const take = (which: 'all' | 'good') =>
    check.run({ params: { task_id: task.id }, body: { answers: {}, take: which } })
  const rows = formatCount(counts.wrong, { one: 'row is', several: 'rows are' })
  const good = counts.new + counts.changed
  if (reading.take === 'good')
    return (
      <Notice
        tone="warn"
        title={`${rows} set aside`}
        actions={
          <>
            <RestButton task_id={task.id} />
            <Button variant="secondary" busy={check.busy} onClick={() => take('all')}>
              Take all rows
            </Button>
          </>
        }
      >
        The others can be imported. The rest is a file with what is wrong in its last column.
      </Notice>
    )
  return (
    <Notice
      tone="error"
      title={`${rows} wrong`}
      actions={
        good > 0 && (
          <Button variant="secondary" busy={check.busy} onClick={() => take('good')}>
            Take the {formatNumber(good)} good {good === 1 ? 'row' : 'rows'}, and give me the rest as a file
          </Button>
        )
      }
    >
      Fix them below and check again.
    </Notice>
  )
}

/** The columns that are not read, and the number of players who are asked for the rest of their profile. */
function Unread({ check: { ignored, incomplete, set_aside } }: { check: Check }) {
  return (
    <>
      {set_aside.length > 0 && (
        <p className="max-w-prose text-ink-soft">
          {formatCount(set_aside.length, { one: 'row is', several: 'rows are' })} not read, because they have totals or
          headings: {formatList(set_aside.slice(0, 5).map(({ line, text }) => `line ${line} (${text})`))}.
        </p>
      )}
      {ignored.length > 0 && (
        <Notice
          tone="warn"
          title={formatCount(ignored.length, { one: 'column is not read', several: 'columns are not read' })}
        >
          {formatList(ignored)}. If {ignored.length === 1 ? 'it is' : 'one of them is'} a field below, choose it there
          and check again.
        </Notice>
      )}
      {incomplete > 0 && (
        <p className="max-w-prose text-ink-soft">
          {formatCount(incomplete, { one: 'new player has', several: 'new players have' })} no complete profile. Before
          their first purchase, we ask for phone, level, gender and area. An area in the file is stored only together
          with the other three.
        </p>
      )}
    </>
  )
}

function StoreButton({ task_id, label }: { task_id: number; label: string }) {
  const navigate = useNavigate()
  const store = useChange(storeImport, [getExchangeTask, listExchangeTasks])
  return (
    <div className="flex flex-col gap-3">
      {store.error && (
        <Notice tone="error" announce={false}>
          {store.error.message}
        </Notice>
      )}
      <div>
        <Button
          size="lg"
          busy={store.isPending}
          onClick={() =>
            store.mutate(
              { params: { task_id } },
              { onSuccess: (started) => void navigate(deskPaths.exchangeTask(started.task_id)) },
            )
          }
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

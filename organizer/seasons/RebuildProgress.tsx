import { useTask } from '#/organizer/desk/use-task.web.ts'
import { Notice } from '#/web/ui/Notice.tsx'

/** How far the work on the tables is after a change of the rules; null: none is under way. */
export function RebuildProgress({ task_id }: { task_id: number | null }) {
  const { data } = useTask(task_id)
  if (task_id === null) return null
  const finished = data?.state === 'done'
  return (
    <div className="mb-6">
      <Notice tone={data?.state === 'failed' ? 'error' : finished ? 'success' : 'info'} announce>
        {data?.state === 'failed'
          ? 'The tables could not be worked out. They are worked out anew with the next result of each league.'
          : finished
            ? 'All tables have been worked out by the new rules.'
            : `Working out the tables by the new rules${data?.total ? `: ${data.done} of ${data.total} leagues` : ''} …`}
      </Notice>
    </div>
  )
}

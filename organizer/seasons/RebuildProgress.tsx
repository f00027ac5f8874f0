import { useTask } from '#/organizer/desk/use-task.web.ts'
import { Notice } from '#/web/ui/Notice.tsx'

/** Progress of recalculating the tables after a rule change. Null if nothing is running. */
export function RebuildProgress({ task_id }: { task_id: number | null }) {
  const { data } = useTask(task_id)
  if (task_id === null) return null
  const finished = data?.state === 'done'
  return (
    <div className="mb-6">
      <Notice tone={data?.state === 'failed' ? 'error' : finished ? 'success' : 'info'} announce>
        {data?.state === 'failed'
          ? 'The tables could not be recalculated. Each is recalculated with the next result of its league.'
          : finished
            ? 'All tables follow the new rules now.'
            : `Recalculating the tables by the new rules${data?.total ? `: ${data.done} of ${data.total} leagues` : ''} …`}
      </Notice>
    </div>
  )
}

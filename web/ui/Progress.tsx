import { useId } from 'react'

type ProgressProps = {
  label: string
  done: number
  /** Null while unknown. */
  total: number | null
}

/** The progress of a long task. Screen readers hear at most every tenth. */
export function Progress({ label, done, total }: ProgressProps) {
  const id = useId()
  const share = total === null || total === 0 ? null : Math.min(1, done / total)
  const percent = share === null ? null : Math.floor(share * 100)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-4 font-[650]">
        <span id={id}>{label}</span>
        <span className="tabular">{total === null ? `${done}` : `${done} of ${total}`}</span>
      </p>
      <progress
        aria-labelledby={id}
        max={100}
        {...(percent === null ? {} : { value: percent })}
        className="h-4 w-full rounded-sm accent-[var(--color-court)]"
      />
      <output className="sr-only">{percent === null ? 'Working' : `${Math.floor(percent / 10) * 10} percent`}</output>
    </div>
  )
}

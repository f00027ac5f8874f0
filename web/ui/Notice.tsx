import type { ReactNode } from 'react'
import CircleAlert from 'lucide:circle-alert'
import CircleCheck from 'lucide:circle-check'
import Info from 'lucide:info'
import TriangleAlert from 'lucide:triangle-alert'

type NoticeProps = {
  tone?: 'info' | 'success' | 'warn' | 'error'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Whether it is read out when it appears. Defaults to true for errors. */
  announce?: boolean
}

/** A banner in the page. It stays as long as its cause. */
export function Notice({ tone = 'info', title, children, actions, announce = tone === 'error' }: NoticeProps) {
  const { look, Icon } = faces[tone]
  return (
    <div
      role={announce ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded-sm border border-l-4 p-4 ${look}`}
    >
      <Icon size={22} className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-ink">
        {title && <p className="font-[680]">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  )
}

const faces = {
  info: { look: 'border-court bg-court-soft text-court', Icon: Info },
  success: { look: 'border-good bg-good-soft text-good', Icon: CircleCheck },
  warn: { look: 'border-warn bg-warn-soft text-warn', Icon: TriangleAlert },
  error: { look: 'border-bad bg-bad-soft text-bad', Icon: CircleAlert },
}

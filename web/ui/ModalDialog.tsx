import { useId, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import X from 'lucide:x'
import { IconButton } from './Button.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Read out with the title. */
  description?: ReactNode
  children?: ReactNode
  /** The main button first. */
  actions?: ReactNode
  /** `alertdialog`: for what cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  size?: 'md' | 'lg'
}

/** The dialog itself; screens use `Dialog`, which loads it. */
export function ModalDialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  role = 'dialog',
  size = 'md',
}: DialogProps) {
  const id = useId()
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={role === 'dialog'}
      className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto bg-[#04100a]/70 sm:items-center sm:p-6"
    >
      <Modal
        className={`w-full animate-rise rounded-t-md border border-line bg-surface text-ink lift sm:rounded-md ${size === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-md'}`}
      >
        <AriaDialog
          role={role}
          {...(description ? { 'aria-describedby': id } : {})}
          className="flex max-h-[calc(100dvh-1rem)] flex-col overflow-y-auto p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] [outline-style:none] sm:p-6"
        >
          <div className="flex items-start justify-between gap-3">
            <Heading slot="title" level={2} className="lettering pt-1.5 text-2xl">
              {title}
            </Heading>
            <IconButton label="Close" icon={<X size={22} />} onClick={onClose} className="-mt-1 -mr-2" />
          </div>
          {description && (
            <div id={id} className="mt-2 text-ink-soft">
              {description}
            </div>
          )}
          {children && <div className="mt-4">{children}</div>}
          {actions && <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react'
import { Link, type LinkProps } from '#/web/router.tsx'
import { Spinner } from './Spinner.tsx'

type Look = { variant?: 'primary' | 'secondary' | 'quiet' | 'danger'; size?: 'md' | 'lg' | 'sm'; wide?: boolean }

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'> &
  Look & {
    /** Shows a spinner and ignores further presses. */
    busy?: boolean
    /** Why it is unavailable, shown beside it and read out. The button stays in the tab order. */
    reason?: string | undefined
    /** Decorative; shown before the label. */
    icon?: ReactNode
  }

/** A button. An unavailable one shows why. */
export function Button({
  variant = 'primary',
  size = 'md',
  wide = false,
  busy = false,
  reason,
  icon,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const id = useId()
  const shut = busy || reason !== undefined
  const button = (
    <button
      {...rest}
      type={type}
      className={`${looks(variant, size, wide)} ${shut ? unavailable(busy) : ''} ${className}`}
      aria-disabled={shut || undefined}
      aria-describedby={[rest['aria-describedby'], reason ? id : null].filter(Boolean).join(' ') || undefined}
      // A press on an unavailable submit button must not send the form either.
      onClick={shut ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner label={null} size={18} /> : icon}
      <span>{children}</span>
      {busy && <span className="sr-only">, please wait</span>}
    </button>
  )
  if (!reason) return button
  return (
    <span className={wide ? 'flex flex-col gap-1.5' : 'inline-flex flex-col items-start gap-1.5'}>
      {button}
      <span id={id} className="text-sm text-ink-soft">
        {reason}
      </span>
    </span>
  )
}

type ButtonLinkProps = LinkProps & Look & { icon?: ReactNode }

/** A link that looks like a button, for the next step. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  wide = false,
  icon,
  className = '',
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={`${looks(variant, size, wide)} ${className}`}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { label: string; icon: ReactNode }

/** A square button with an icon instead of a visible label. */
export function IconButton({ label, icon, type = 'button', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-sm hover:bg-current/10 disabled:opacity-50 ${className}`}
    >
      {icon}
    </button>
  )
}

function looks(variant: NonNullable<Look['variant']>, size: NonNullable<Look['size']>, wide: boolean): string {
  const sizes = {
    sm: 'min-h-9 px-3 text-sm gap-1.5',
    md: 'min-h-11 px-5 text-base gap-2',
    lg: 'min-h-14 px-7 text-lg gap-2.5',
  }
  const variants = {
    primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
    secondary: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-chalk',
    quiet:
      'border-transparent bg-transparent text-ink underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink',
    danger: 'border-bad-fill bg-bad-fill text-on-bad hover:[filter:brightness(1.1)]',
  }
  return `inline-flex items-center justify-center rounded-sm border-2 py-1.5 text-center leading-tight font-[680] select-none quick-colors active:[translate:0_1px] ${sizes[size]} ${variants[variant]} ${wide ? 'w-full' : ''}`
}

function unavailable(busy: boolean): string {
  return busy
    ? 'cursor-progress!'
    : 'cursor-not-allowed! border-dashed border-edge! bg-sunk! text-ink-soft! hover:bg-sunk! active:[translate:none]! no-underline'
}

import { Link, type LinkProps } from 'react-router'

/** A link inside or beside text. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`font-[620] text-ink underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink ${className}`}
    />
  )
}

import { Link, type LinkProps } from '#/web/router.tsx'

/** A link inside or beside text. Its padding makes the target 24 px high without moving the lines. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`py-[0.3125rem] font-[620] text-ink underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink ${className}`}
    />
  )
}

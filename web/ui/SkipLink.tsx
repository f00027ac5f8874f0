/** The first link of a page, which skips the navigation. */
export function SkipLink({ to = 'main' }: { to?: string }) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-2 left-2 z-50 rounded-sm bg-live px-4 py-3 font-[680] text-on-live not-focus:sr-only"
    >
      Skip to content
    </a>
  )
}

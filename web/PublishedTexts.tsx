import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { Link } from './router.tsx'

/** The page footer: links to the organization's texts. */
export default function PublishedTexts() {
  return (
    <footer className="mx-auto flex w-full max-w-5xl flex-wrap gap-x-6 px-4 pb-6 text-sm sm:px-8">
      {organization().texts.map(({ key, title }) => (
        <Link
          key={key}
          to={paths.text(key)}
          className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
        >
          {title}
        </Link>
      ))}
    </footer>
  )
}

import type { ReactNode } from 'react'
import { organization } from '#/contract/organization.ts'
import { getText } from '#/features/calls.gen.ts'
import { sports, type Sport } from '#/rules/sports/formats.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { Prose } from '#/web/ui/Prose.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { chaptersOf } from './rules-chapters.tsx'

/** The anchor of the organization's own rules. */
const OWN = 'own'

/** The rules that the server applies, and the organization's own. `first` is shown above them. */
export function Rules({ offered, first }: { offered: ReadonlySet<Sport>; first: ReactNode }) {
  const isPublished = organization().texts.some(({ key }) => key === 'rules')
  const own = useRead(getText, { params: { key: 'rules' } }, { enabled: isPublished }).data
  // The rules of the first sport are shown until the sports are loaded.
  const chapters = chaptersOf(offered.size === 0 ? [sports[0]] : sports.filter((sport) => offered.has(sport)))
  const written = own ? [{ id: OWN, title: own.title, text: <Prose html={own.html} /> }] : []
  const all = [...chapters, ...written]
  return (
    <>
      <nav aria-label="On this page" className="mb-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {all.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center underline decoration-edge decoration-2 underline-offset-4 hover:decoration-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-12">
        {first}
        <p>
          <TextLink to={paths.rating}>How ratings work</TextLink>
        </p>
        {all.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id} className="max-w-prose">
            <h2 id={id} tabIndex={-1} className="lettering mb-3 scroll-mt-20 text-2xl">
              {title}
            </h2>
            <div className="flex flex-col gap-4">{text}</div>
          </section>
        ))}
      </div>
    </>
  )
}

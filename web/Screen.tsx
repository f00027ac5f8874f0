import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import { PageHeader } from './ui/PageHeader.tsx'

type ScreenProps = {
  /** The heading, and the document's title. */
  title: string
  /** The title with formatting, for the heading. */
  heading?: ReactNode
  /**
   * The document's title if it differs from the heading. Null if a part of the screen sets the title, so that the part
   * can mark a refused form.
   */
  documentTitle?: string | null | undefined
  /** Whether a form on the screen was refused. */
  failed?: boolean | undefined
  /** A line above the heading: the season, or a link back. */
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** Layout of a page: its title and its only heading. Wrap data in a `Loaded` inside it. */
export function Screen({
  title,
  heading = title,
  documentTitle = title,
  failed,
  kicker,
  lead,
  actions,
  children,
}: ScreenProps) {
  return (
    <>
      {documentTitle !== null && <PageTitle failed={failed}>{documentTitle}</PageTitle>}
      <PageHeader title={heading} kicker={kicker} lead={lead} actions={actions} />
      {children}
    </>
  )
}

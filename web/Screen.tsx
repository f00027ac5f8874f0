import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import { PageHeader } from './ui/PageHeader.tsx'

type ScreenProps = {
  /** The heading, and the document's title. */
  title: string
  /** The same words, where the heading sets them in its own way. */
  heading?: ReactNode
  /** The document's title where it says more than the heading; null: a part of the screen has it, which knows whether its form was refused. */
  documentTitle?: string | null | undefined
  /** A form on the screen was refused. */
  failed?: boolean | undefined
  /** A line above the heading: the season, or the way back. */
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The frame of a page: its title and its one heading. What has to be read goes into a `Loaded` inside it. */
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

import { organization } from '#/contract/organization.ts'

type PageTitleProps = {
  children: string
  /** Whether a form on the page was refused: screen readers read the title first. */
  failed?: boolean | undefined
}

/** The document's title. The last one rendered counts. */
export function PageTitle({ children, failed = false }: PageTitleProps) {
  return <title>{`${failed ? 'Error: ' : ''}${children} · ${organization().name}`}</title>
}

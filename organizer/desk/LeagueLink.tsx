import type { ReactNode } from 'react'
import { deskPaths } from '#/contract/desk-paths.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** A mention of a league at the desk: the link to its page. */
export function LeagueLink({ id, children }: { id: number; children: ReactNode }) {
  return <TextLink to={deskPaths.league(id)}>{children}</TextLink>
}

import type { Endpoint, Reply } from '#/contract/endpoint.ts'
import type { PageHead } from '#/contract/page-head.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { getFrontDoor } from '#/features/front-door/contract.ts'
import { frontDoorHead } from '#/features/front-door/page-head.ts'
import { leaguesHead } from '#/features/joining/page-head.ts'
import { getPublicResult } from '#/features/matches/contract.ts'
import { playoffsHead } from '#/features/pictures/page-head.ts'
import { getPublicBracket } from '#/features/playoffs/contract.ts'
import { getSharedRecap } from '#/features/recap/contract.ts'
import { recapHead } from '#/features/recap/page-head.ts'
import { resultHead } from '#/features/results/page-head.ts'
import { listDivisions, listSeasons } from '#/features/seasons/contract.ts'
import { getText } from '#/features/texts/contract.ts'
import type { ServedRead } from '#/contract/served-read.ts'

/** A page's metadata for crawlers and link previews, from its data. Null for a page that was not found. */
export function pageHead(
  { pathname, searchParams }: URL,
  { reads, site }: { reads: readonly ServedRead[]; site: string },
): PageHead | null {
  const { name } = organization()
  const result = replyOf(reads, getPublicResult)
  if (result) return resultHead(result)
  const recap = replyOf(reads, getSharedRecap)
  if (recap) return recapHead(recap, pathname)
  const playoffs = replyOf(reads, getPublicBracket)
  if (playoffs) return playoffsHead(playoffs)
  const text = replyOf(reads, getText)
  if (text && text.key !== 'rules')
    return { canonical: paths.text(text.key), title: text.title, description: `${text.title} of ${name}.` }
  switch (pathname) {
    case paths.text('rules'):
      return {
        canonical: paths.text('rules'),
        title: 'Rules',
        description: `How matches are played, scored and ranked at ${name}.`,
      }
    case paths.rating:
      return {
        canonical: paths.rating,
        title: 'How ratings work',
        description: `The formula of the ratings at ${name}, and a match that you can recalculate.`,
      }
    case paths.signIn:
      return frontDoorHead(replyOf(reads, getFrontDoor) ?? null, { site, name })
    case paths.signUp:
      return {
        canonical: paths.signUp,
        title: 'Create an account',
        description: `Join ${name} in two minutes, then pick a tennis league of your level near you.`,
      }
    case paths.forgotPassword:
      return {
        canonical: paths.forgotPassword,
        title: 'Forgot password',
        description: `Get a link to choose a new password for your account at ${name}.`,
      }
    case paths.leagues:
      return leaguesHead(replyOf(reads, listSeasons)?.items ?? [], replyOf(reads, listDivisions)?.items ?? [], {
        slug: searchParams.get('season'),
        year: searchParams.get('year'),
        site,
        name,
      })
    default:
      return null
  }
}

/** The page's data from an endpoint. */
function replyOf<E extends Endpoint>(reads: readonly ServedRead[], { method, path }: E): Reply<E> | undefined {
  const found = reads.find(({ key }) => key[0] === method && key[1] === path)
  return found && 'reply' in found ? (found.reply as Reply<E>) : undefined
}

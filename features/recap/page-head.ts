import type { PageHead } from '#/contract/page-head.ts'
import { pictureSize } from '#/features/pictures/drawing.ts'
import { formatRecord } from '#/features/players/format.ts'
import type { Recap } from './contract.ts'
import { formatSeason, formatTitle } from './format.ts'

/** Title and picture of a shared season. `path`: the page's. */
export function recapHead(recap: Recap, path: string): PageHead {
  const title = `${recap.player.name}: ${formatSeason(recap.season)} in review`
  const said = [...recap.titles.map(formatTitle), `Won and lost: ${formatRecord(recap.record)}`]
  return {
    canonical: path,
    title,
    description: `${said.join('. ')}.`,
    image: { path: `/api/public${path}.png`, type: 'image/png', ...pictureSize, alt: title },
  }
}

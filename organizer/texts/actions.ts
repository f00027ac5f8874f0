import type { Received } from '#/contract/endpoint.ts'
import { textNames, type TextKey } from '#/contract/texts.ts'
import { renderMarkdown } from '#/features/texts/markdown.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { readOrganization } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import type { VersionOfText } from '#/features/texts/contract.ts'
import type { saveText as call } from './contract.ts'
import { findVersion, insertVersion, type StoredText } from './queries.ts'

/**
 * Saves a new version of a text. Returns the version in force. Refuses conflict if somebody has saved another one since
 * the version that was edited.
 */
export async function saveText(
  actor: Actor,
  { key, ...change }: { key: TextKey } & Received<typeof call>['body'],
): Promise<VersionOfText> {
  const saved = await runAction(actor, async ({ tx, player, now, audit }) => {
    const before = await findVersion(tx, key, { lock: true })
    const present = before?.version ?? 0
    if (change.version !== undefined && change.version !== present) refuse('conflict')
    const title = change.title ?? before?.title ?? textNames[key]
    const isSame = before !== undefined && before.title === title && before.text === change.text
    if (isSame && (before.asks_again || !change.asks_again)) return before
    if (before === undefined && change.text === '') return { version: 0, title, text: '', asks_again: true }
    const after = {
      version: present + 1,
      title,
      text: change.text,
      // Nobody can have accepted a version before the first.
      asks_again: change.asks_again || before === undefined,
    }
    await insertVersion(tx, { key, ...after, saved_by_id: player.id }, now)
    await audit<Omit<StoredText, 'text'> & { characters: number }>({
      area: null,
      kind: 'save_text',
      subject: `text ${key}`,
      summary:
        after.text === ''
          ? `Took the page “${title}” away`
          : `Saved version ${after.version} of “${title}”${after.asks_again ? ', which players are asked to accept' : ''}`,
      ...(before && { before: toAudited(before) }),
      after: toAudited(after),
    })
    return after
  })
  await readOrganization(actor.app)
  return { key, version: saved.version, title: saved.title, text: saved.text, html: renderMarkdown(saved.text) }
}

/** Every version keeps its text, so the audit log only has its length. */
function toAudited({ text, ...version }: StoredText) {
  return { ...version, characters: text.length }
}

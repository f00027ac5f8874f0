import type { SecretBox } from '#/server/secret-box.ts'

const context = 'recap'

/** The token of the link by which a player shares a season. Nothing is stored: it opens while the player shows their record. */
export function sealRecap(secrets: SecretBox, of: { player_id: number; season_id: number }): string {
  return secrets.seal(Buffer.from(`${of.player_id} ${of.season_id}`), context).toString('base64url')
}

/** The player and the season of a token. Null if we have not made it. */
export function openRecap(secrets: SecretBox, token: string): { player_id: number; season_id: number } | null {
  const sealed = Buffer.from(token, 'base64url')
  return openWith(secrets, sealed) ?? (secrets.previous && openWith(secrets.previous, sealed))
}

function openWith(box: Pick<SecretBox, 'open'>, sealed: Buffer): { player_id: number; season_id: number } | null {
  try {
    const [player_id = 0, season_id = 0] = box.open(sealed, context).toString().split(' ').map(Number)
    return { player_id, season_id }
  } catch {
    return null
  }
}

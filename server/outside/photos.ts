/** Side lengths in pixels of the squares that a photo is kept in: top bar, lists, settings. */
export const photoSizes = [96, 192, 512] as const
export type PhotoSize = (typeof photoSizes)[number]

/** One square WebP of a stored photo. `hash` is of its owner and its content, so a name never changes its picture. */
export type PhotoKey = { hash: string; size: PhotoSize }

/** A store of photos, real or embedded. Putting the same key again, and removing what is not there, are fine. */
export type Photos = {
  put(key: PhotoKey, webp: Uint8Array): Promise<void>
  /** Null when there is none. */
  get(key: PhotoKey): Promise<Uint8Array | null>
  remove(key: PhotoKey): Promise<void>
}

/** Removes a photo in all sizes; null: there is none. */
export async function removePhoto(photos: Photos, hash: string | null): Promise<void> {
  if (hash !== null) await Promise.all(photoSizes.map((size) => photos.remove({ hash, size })))
}

/** The file's name: '0f1e...-192.webp'. */
export function photoName({ hash, size }: PhotoKey): string {
  return `${hash}-${size}.webp`
}

/** A name read back; null for any that photoName does not write. */
export function photoKeyOf(name: string): PhotoKey | null {
  const [, hash, digits] = /^([0-9a-f]{32})-(\d{2,3})\.webp$/.exec(name) ?? []
  const size = photoSizes.find((each) => String(each) === digits)
  return hash === undefined || size === undefined ? null : { hash, size }
}

/** Where browsers find a photo: '/photos/0f1e...-192.webp'. */
export function photoUrl(hash: string, size: PhotoSize = 192): string {
  return `/photos/${photoName({ hash, size })}`
}

/** Side lengths in pixels of the stored squares of a photo: top bar, lists, settings. */
export const photoSizes = [96, 192, 512] as const
export type PhotoSize = (typeof photoSizes)[number]

/**
 * One square WebP of a stored photo. `hash` is a hash of the owner and the content, so a name always has the same
 * picture.
 */
export type PhotoKey = { hash: string; size: PhotoSize }

/** A store of photos, real or embedded. Putting the same key again, or removing a missing one, is not an error. */
export type Photos = {
  put(key: PhotoKey, webp: Uint8Array): Promise<void>
  /** Null if there is none. */
  get(key: PhotoKey): Promise<Uint8Array | null>
  remove(key: PhotoKey): Promise<void>
}

/** Removes a photo in all sizes. Does nothing if `hash` is null. */
export async function removePhoto(photos: Photos, hash: string | null): Promise<void> {
  if (hash !== null) await Promise.all(photoSizes.map((size) => photos.remove({ hash, size })))
}

/** The file's name: '0f1e...-192.webp'. */
export function photoName({ hash, size }: PhotoKey): string {
  return `${hash}-${size}.webp`
}

/** Parses a name. Null for one that photoName does not write. */
export function photoKeyOf(name: string): PhotoKey | null {
  const [, hash, digits] = /^([0-9a-f]{32})-(\d{2,3})\.webp$/.exec(name) ?? []
  const size = photoSizes.find((each) => String(each) === digits)
  return hash === undefined || size === undefined ? null : { hash, size }
}

/** The address of a photo for browsers: '/photos/0f1e...-192.webp'. */
export function photoUrl(hash: string, size: PhotoSize = 192): string {
  return `/photos/${photoName({ hash, size })}`
}

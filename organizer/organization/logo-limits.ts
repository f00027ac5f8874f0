/** The largest picture to decode, in pixels. */
export const MOST_PIXELS = 60_000_000

/** Pixels of the longer side of the stored logo. */
export const LOGO_SIDE = 512

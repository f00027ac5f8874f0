/** The requirement of a mixed doubles division. */
export const MIXED_PAIR = 'A woman and a man play together.'

/** What a division for mixed pairs asks for. */
export const MIXED_PAIR = 'A woman and a man play together.'

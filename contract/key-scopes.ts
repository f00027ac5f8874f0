/** What an API key may be for. */
export const keyScopes = ['read:public', 'read:desk', 'write:results'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scopes of API keys. */
export const keyScopes = ['read:public', 'read:desk', 'write:results'] as const
export type KeyScope = (typeof keyScopes)[number]

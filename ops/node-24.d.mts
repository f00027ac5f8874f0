export function problem(version: string): string | null

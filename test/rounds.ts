/** How often a race or a kill is repeated: usually, and by `npm run test:faults -- --long`. */
export function roundsOf(usual: number, long: number): number {
  return process.env['SOAK_SECONDS'] === undefined ? usual : long
}

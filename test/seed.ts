/**
 * What examples that are made up begin from, in property tests and made-up requests. `npm test` always has the same, so that
 * a run that fails says something about the change and fails again; `npm run test:faults` and TEST_SEED take others.
 */
export const testSeed = Number(process.env['TEST_SEED'] ?? 2026)

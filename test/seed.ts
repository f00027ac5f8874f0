/**
 * The seed of generated examples, in property tests and generated requests. `npm test` always uses the same one, so
 * that a failing run says something about the change and fails again; `npm run test:faults` and TEST_SEED use others.
 */
export const testSeed = Number(process.env['TEST_SEED'] ?? 2026)

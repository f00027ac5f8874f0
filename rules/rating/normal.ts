/** The density of the normal distribution with mean 0 and deviation 1. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/** Its distribution function by the logistic one, which a calculator has: within 0.01. */
export function normalChance(x: number): number {
  return 1 / (1 + Math.exp(-1.702 * x))
}

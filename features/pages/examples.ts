/** Scores that the Rules page shows; the test beside this file lets the rule book judge them. */
export const exampleSets = ['6-0', '6-4', '7-5', '7-6'] as const
export const exampleTieBreaks = ['10-0', '10-8', '12-10'] as const

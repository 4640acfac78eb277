import type { NodeProblem } from '@portside/chain';

/** The last problem of each node. */
export const onePerNode = (problems: readonly NodeProblem[] = []): NodeProblem[] => [
  ...new Map(problems.map((one) => [one.name, one])).values(),
];

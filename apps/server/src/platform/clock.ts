/** The only source of time for verbs and jobs, so that tests can hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The only source of time for verbs and jobs, so that tests can hold it still. */
export type Clock = { now(): Date };

/** The machine's clock, read as if it went wrong by so much. */
export const createClock = (offsetMs: number): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export const systemClock: Clock = createClock(0);

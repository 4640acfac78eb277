import { query } from './query.ts';

/** The sandbox's people and chains, which stay as they are. In production the call answers 404. */
export const sandboxQuery = {
  ...query('readSandbox', {}, { isQuiet: true }),
  retry: false,
  staleTime: Infinity,
};

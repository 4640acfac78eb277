/** Fewest characters of a reason, in forms and on the wire. */
export const SHORTEST_REASON = 3;

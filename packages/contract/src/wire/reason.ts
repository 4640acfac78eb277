/** Fewer characters say nothing: what a reason must have, in forms as on the wire. */
export const SHORTEST_REASON = 3;

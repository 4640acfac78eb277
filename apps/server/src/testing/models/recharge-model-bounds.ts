/* The small world that the model of top-ups and its commands share. */

export const AMOUNTS = ['10', '25'];
export const KEYS = 4;
export const BUYERS = 2;

/** Header of an answer that the browser kept because the shop could not be reached: when it came, in milliseconds. */
export const KEPT_AT = 'x-kept-at';

/**
 * PostgreSQL array literals. The driver would quote and escape every element of an array one by one, which for a batch
 * of hundreds of orders costs more than deciding them; ids need no quoting, and few texts do.
 */
export const idArray = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;

const PLAIN = /^[\w@.:+-]+$/;
/** The one plain word that PostgreSQL would read as a null. */
const NULL = /^null$/i;

/** An array of PostgreSQL as text, every value quoted. */
export const textArray = (values: readonly string[]): string => `{${values.map(quoted).join(',')}}`;

const quoted = (value: string): string =>
  PLAIN.test(value) && !NULL.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;

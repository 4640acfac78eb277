/**
 * PostgreSQL array literals. The driver quotes and escapes every element of an array one by one, which in
 * a batch of hundreds of orders costs more than deciding them; ids need no quoting, and few texts do.
 */
export const idArray = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;

const PLAIN = /^[\w@.:+-]+$/;
/** The one plain word that would be read as a null. */
const NULL = /^null$/i;

export const textArray = (values: readonly string[]): string => `{${values.map(quoted).join(',')}}`;

const quoted = (value: string): string =>
  PLAIN.test(value) && !NULL.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;

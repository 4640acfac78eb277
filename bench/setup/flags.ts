import { parseArgs } from 'node:util';

/** `--seconds 8 --buyers 64,256 --embedded`: numbers by name, each with what it is otherwise. */
export function readFlags<N extends string>(
  defaults: Record<N, readonly number[]>,
): Record<N, number[]> & { embedded: boolean } {
  const names = Object.keys(defaults) as N[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options: { ...options, embedded: { type: 'boolean' } } });
  const given = values as Record<string, string | undefined>;
  const numbers = names.map((name) => [name, given[name]?.split(',').map(Number) ?? [...defaults[name]]]);
  return { ...Object.fromEntries(numbers), embedded: values.embedded === true };
}

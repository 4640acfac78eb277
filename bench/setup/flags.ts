import { parseArgs } from 'node:util';

/**
 * `--seconds 8 --buyers 64,256 --embedded`: numbers by name, each with what it is otherwise. `--keep FOLDER`
 * names where a database stays for the next run.
 */
export function readFlags<N extends string>(
  defaults: Record<N, readonly number[]>,
): Record<N, number[]> & { embedded: boolean; keep: string | null } {
  const names = Object.keys(defaults) as N[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({
    options: { ...options, embedded: { type: 'boolean' }, keep: { type: 'string' } },
  });
  const given = values as Record<string, string | undefined>;
  const numbers = names.map((name) => [name, given[name]?.split(',').map(Number) ?? [...defaults[name]]]);
  return { ...Object.fromEntries(numbers), embedded: values.embedded === true, keep: given['keep'] ?? null };
}

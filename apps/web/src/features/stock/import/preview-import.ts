import type { AdminGoods, Data, ImportForm } from '@portside/contract';
import { call } from '../../../lib/api/call.ts';

type Format = AdminGoods['format'];

/**
 * Previews the beginning of a file. Where no columns are chosen yet, the first ones are mapped to the product's
 * columns.
 */
export async function previewImport(
  beginning: string,
  { separator, columns }: Format,
  form: ImportForm | null,
  signal: AbortSignal,
): Promise<Data<'previewImport'>> {
  const ask = (chosen: ImportForm | null) =>
    call(
      'previewImport',
      { body: { text: beginning, separator, columns: columns.length, ...(chosen && { form: chosen }) } },
      { signal },
    );
  const first = await ask(form);
  const { form: found, lines } = first;
  const width = Math.min(columns.length, lines[0]?.fields.length ?? 0);
  if (found.kind === 'text' || found.columns || width === 0) return first;
  return ask({ ...found, columns: Array.from({ length: width }, (_, column) => column) });
}

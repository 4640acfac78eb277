import { parseMicro } from '@portside/contract/wire/money';
import { PRICE } from './goods-filter.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';

/** A price as typed; empty if it is none, or could be two. */
export function readPrice(typed: string, language: string): string {
  const text = readDecimal(typed, language);
  return PRICE.test(text) && parseMicro(text) > 0n ? text : '';
}

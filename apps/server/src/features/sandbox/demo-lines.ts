import { randomBytes } from 'node:crypto';
import type { DemoGoods } from './demo-goods.ts';

const BYTES = 16;
const SECRET_BYTES = 32;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Between the fields of an account. */
export const SEPARATOR = '----';

/** The names of an account's fields. Pages show one-time codes of a column that is named so. */
export const columnsOf = ({ hasSecondFactor = false }: DemoGoods): string[] => [
  'account',
  'password',
  'recovery',
  ...(hasSecondFactor ? ['2FA'] : []),
];

/** Accounts of a service that does not exist, all different, with the fields of `columnsOf`. */
export function* makeDemoLines(goods: DemoGoods, count: number): Generator<string> {
  const { domain, hasSecondFactor = false } = goods;
  const random = randomBytes(count * BYTES);
  for (let index = 0; index < count; index += 1) {
    const text = random.toString('hex', index * BYTES, (index + 1) * BYTES);
    const fields = [`user${text.slice(0, 10)}@${domain}`, text.slice(10, 22), text.slice(22).toUpperCase()];
    if (hasSecondFactor) fields.push(makeSecret());
    yield fields.join(SEPARATOR);
  }
}

const makeSecret = (): string => Array.from(randomBytes(SECRET_BYTES), (byte) => BASE32[byte & 31]).join('');

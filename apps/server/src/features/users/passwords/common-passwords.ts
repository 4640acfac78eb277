import { readFileSync } from 'node:fs';

/** Words that people choose as passwords, most of them also with the endings that people add. */
const [plain = '', extended = ''] = readFileSync(
  new URL('./common-passwords.txt', import.meta.url),
  'utf8',
).split('----');

const ENDINGS = ['', '!', '01', '1', '11', '12', '123', '1234', '12345', '2', '13', '69'];

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const common = new Set([
  ...words(plain),
  ...words(extended).flatMap((word) => ENDINGS.map((ending) => word + ending)),
]);

/** Among the few thousand that attackers try first, whatever the case of its letters. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

import { readFileSync } from 'node:fs';

/** Words that people use as passwords; those of the second list also with common suffixes. */
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

/** Whether it is one of the few thousand passwords that attackers try first, in any letter case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

import unhomoglyph from 'unhomoglyph';
import { foldName } from '../fold-name.ts';

/**
 * What a username looks like, by Unicode's list of confusable characters (UTS 39): as it is written, and in small
 * letters. Two names that share a look are confusable.
 */
export const looksOf = (username: string): string[] => [
  ...new Set([lookOf(username.normalize('NFKC')), lookOf(foldName(username))]),
];

const lookOf = (name: string): string => foldName(unhomoglyph(name.normalize('NFD')));

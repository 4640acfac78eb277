import { expect, test } from 'vitest';
import { searchGoods } from './search-goods.ts';

const product = (name: string, description: string, category: string) => ({
  name,
  description,
  category: { id: '1', name: category },
});
const goods = [
  product('Quilletpost mailbox, new', 'IMAP and SMTP enabled.', 'Mailboxes'),
  product('Marrowgate Online, starter account', 'All regions unlocked, with a mailbox.', 'Game accounts'),
  product('Caixa de e-mail empresarial', 'Um trimestre já pago; não usada.', 'Caixas de e-mail'),
  product('Почтовый ящик, отлёжка 1 год', 'Для отправки не использовался.', 'Почтовые ящики'),
  product('Brindlepost 企业邮箱', '可自设别名，已预付一个季度。', '邮箱'),
];
const found = (text: string) => searchGoods(goods, text).map((one) => goods.indexOf(one));

test.each([
  ['', [0, 1, 2, 3, 4]],
  ['  ', [0, 1, 2, 3, 4]],
  // In a name before a description; by its beginning and by a part of it.
  ['mailbox', [0, 1]],
  ['MAILB', [0, 1]],
  ['gate', [1]],
  // A letter too many, too few, mistaken, swapped with its neighbour; two errors in a long word.
  ['mailboxx', [0, 1]],
  ['maibox', [0, 1]],
  ['mailbix', [0, 1]],
  ['mialbox', [0, 1]],
  ['quiletpots', [0]],
  // While the word is still being typed.
  ['quilltp', [0]],
  // What some product contains is no error, however near another word is.
  ['mail', [2, 0, 1]],
  // Short words must be right.
  ['imap', [0]],
  ['smt', [0]],
  ['pop', []],
  ['nao', [2]],
  ['отлежка', [3]],
  ['почтовйй', [3]],
  ['企业邮箱', [4]],
  ['企业邮相', [4]],
  ['季度', [4]],
  ['游戏', []],
  // Every word must be found, each anywhere.
  ['mailbox smtp', [0]],
  ['mailbox regions', [1]],
  ['mailbox harbour', []],
])('%s', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

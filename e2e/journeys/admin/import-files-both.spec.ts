import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createProduct } from '../../pages/new-product.ts';
import { actAs, signInOwner } from '../../pages/people.ts';

/** An account is sold once, also to the journeys of the other width. */
const tag = randomUUID().slice(0, 6);

/** Files as suppliers send them: what is on sale afterwards is what they hold, or the operator was asked. */
test('tables in five languages, and lines under a heading, are sold by their columns', async ({
  page,
  request,
}) => {
  const desk = await openDesk(page, request, '----', ['account', 'password', 'email']);
  const rows = (name: string, delimiter: string) =>
    [1, 2]
      .map((n) => [`${name}${n}-${tag}`, `Pa-${n}`, `${name}${n}-${tag}@box.example`].join(delimiter))
      .join('\n');
  const files = {
    'en.txt': `login----password----e-mail\n${rows('gull', '----')}\n`,
    'zh.csv': `\ufeff账号,密码,邮箱\n${rows('heron', ',')}\n`,
    'ru.csv': `Логин;Пароль;Почта\n${rows('tern', ';')}\n`,
    'pt.csv': `Usuário;Senha;E-mail\n${rows('egret', ';')}\n`,
    'sep.csv': `sep=;\nlogin;password;email\n${rows('crake', ';')}\n`,
  };
  const sold: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const wizard = await desk.choose(name, text);
    await expect(wizard.getByText('Lines: 2. Accounts to add: 2. Lines not added: 0.')).toBeVisible();
    await desk.start(wizard, 2);
    const first = /^(gull|heron|tern|egret|crake)/m.exec(text)![0];
    sold.push(...rows(first, '----').split('\n'));
  }
  const swapped = await desk.choose(
    'swapped.csv',
    `password,email,login\nPa-9,stilt-${tag}@box.example,stilt9-${tag}\n`,
  );
  await desk.answer(swapped);
  await desk.start(swapped, 1);
  sold.push(`stilt9-${tag}----Pa-9----stilt-${tag}@box.example`);
  expect(await desk.onSale()).toEqual(sold.toSorted());
});

test('what may be a wrong form holds the import until it is answered', async ({ page, request }) => {
  const desk = await openDesk(page, request, '----', ['account', 'password', 'cookies']);
  const cut = await desk.choose(
    'cut.csv',
    [0, 1]
      .map((n) => `moth${n},Pw-${n},[{"name":"sid","value":"q${n}"},{"name":"xs","value":"r"}]\n`)
      .join(''),
  );
  await expect(cut.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expect(cut.getByText('2 questions left to answer')).toBeVisible();
  await expect(cut.getByText('Accounts to add: 0.', { exact: false })).toBeVisible();
  await desk.back(cut);

  const within = await desk.choose(
    'within.txt',
    `newt1-${tag}----Pw-1----[{"v":"a----b"}]\nnewt2-${tag}----Pw-2----[{"v":"c"}]\n`,
  );
  await desk.answer(within);
  await desk.start(within, 2);

  const pretty = 'mole0----Pw-0----[\n  {\n    "name": "sid",\n    "value": "mw0"\n  }\n]\n';
  const broken = await desk.choose('pretty.txt', pretty + pretty.replaceAll('0', '1'));
  await expect(broken.getByRole('checkbox', { name: /right to sell/ })).toBeVisible();
  await broken.getByRole('checkbox', { name: /right to sell/ }).check();
  await expect(broken.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await desk.back(broken);

  const joined = `\ufeffvole1-${tag}----Pw-1----[{"v":"d"}]\n\ufeffvole2-${tag}----Pw-2----[{"v":"e"}]\n`;
  const marks = await desk.choose('joined.txt', joined);
  await marks.getByText('Handled automatically').click();
  await expect(marks.getByRole('heading', { name: 'Byte order marks' })).toBeVisible();
  await desk.start(marks, 2);
  expect(await desk.onSale()).toEqual([
    `newt1-${tag}----Pw-1----[{"v":"a----b"}]`,
    `newt2-${tag}----Pw-2----[{"v":"c"}]`,
    `vole1-${tag}----Pw-1----[{"v":"d"}]`,
    `vole2-${tag}----Pw-2----[{"v":"e"}]`,
  ]);
});

test('a password keeps the separator in it, and notes of two lines stay one row over parts', async ({
  page,
  request,
}) => {
  const combo = await openDesk(page, request, ':', ['account', 'password']);
  const lines = `stoat1-${tag}@box.example:Plain1\nstoat2-${tag}@box.example:Tide:4421\nstoat3-${tag}@box.example:::start\n`;
  const list = await combo.choose('combo.txt', lines);
  await combo.answer(list);
  await combo.start(list, 3);
  expect(await combo.onSale()).toEqual(lines.trimEnd().split('\n'));

  const table = await openDesk(page, request, '----', ['login', 'password']);
  const many = Array.from({ length: 11_500 }, (_, n) => `fill${n}-${tag}@box.example,Pw-${n},ok`);
  const notes = await table.choose(
    'notes.csv',
    [
      'login,password,note',
      `jetty0-${tag}@box.example,Pa"ss-0,bought in May`,
      `jetty1-${tag}@box.example,Pw-1,"bought from A1,\nlogin: spare1, pass: old1, ok"`,
      ...many,
    ].join('\n'),
  );
  await expect(notes.getByText('Not sold: 3: note')).toBeVisible();
  await table.answer(notes);
  await table.start(notes, 11_502);
  const sold = await table.onSale();
  expect(sold).toHaveLength(11_502);
  expect(sold).toContain(`jetty1-${tag}@box.example----Pw-1`);
  expect(sold).toContain(`jetty0-${tag}@box.example----Pa"ss-0`);
});

test('a file in another encoding is held until somebody says which, and sold as it was meant', async ({
  page,
  request,
}) => {
  const desk = await openDesk(page, request, '----', ['account', 'password', 'hint']);
  // "lake1----Pw-1----手机" and a plain line, in GBK.
  const gbk = Buffer.concat([
    Buffer.from(`lake1-${tag}----Pw-1----`),
    Buffer.from([0xca, 0xd6, 0xbb, 0xfa, 0xd2, 0xd1, 0xb0, 0xf3, 0xb6, 0xa8, 0x0d, 0x0a]),
    Buffer.from(`lake2-${tag}----Pw-2----plain\r\n`),
  ]);
  const wizard = await desk.choose('gbk.txt', gbk);
  await expect(wizard.getByText('This file is not UTF-8')).toBeVisible();
  await expect(wizard.getByText('It looks like GBK', { exact: false })).toBeVisible();
  await expect(wizard.getByText(`lake1-${tag}----Pw-1----手机已绑定`)).toBeVisible();
  await wizard.getByLabel('Encoding').selectOption('windows-1251');
  await expect(wizard.getByText('手机已绑定')).toBeHidden();
  await wizard.getByLabel('Encoding').selectOption('gb18030');
  await wizard.getByRole('button', { name: 'Continue with this encoding' }).click();
  const found = wizard.getByText('Lines: 2. Accounts to add: 2.', { exact: false });
  await expect(found).toBeVisible();
  // Neither another width nor a step back asks again.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: size.width > 768 ? 600 : 1_000 });
  await expect(found).toBeVisible();
  await page.setViewportSize(size);
  await wizard.getByRole('button', { name: 'Back' }).click();
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click();
  await desk.start(wizard, 2);
  expect(await desk.onSale()).toEqual([
    `lake1-${tag}----Pw-1----手机已绑定`,
    `lake2-${tag}----Pw-2----plain`,
  ]);
});

test('what another program has put round accounts is asked about, and never sold unasked', async ({
  page,
  request,
}) => {
  const desk = await openDesk(page, request, ':', ['account', 'password']);
  const archive = await desk.choose(
    'accounts.txt',
    Buffer.from('PK\x03\x04\x14\0\0\0accounts:1\n', 'latin1'),
  );
  await expect(archive.getByText('This is not a text file')).toBeVisible();
  await desk.back(archive);

  const page1 = await desk.choose('page.txt', `newt1-${tag}:Pw-1<br>\nnewt2-${tag}:Pw-2<br>\n`);
  await expect(page1.getByRole('heading', { name: 'Values that a program has changed' })).toBeVisible();
  await desk.answer(page1);
  await expect(page1.getByText('Accounts to add: 0.', { exact: false })).toBeVisible();
  await desk.back(page1);

  const codes = await desk.choose('codes.txt', `toad1-${tag}:Pw-1|JBSWY3DP\ntoad2-${tag}:Pw-2|KRSXG5CT\n`);
  await codes.getByRole('checkbox', { name: /right to sell/ }).check();
  await expect(codes.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expect(codes.getByText('| × 2')).toBeVisible();
  await desk.back(codes);

  const numbered = await desk.choose('numbered.txt', `1. frog1-${tag}:Pw-1\n[+] frog2-${tag}:Pw-2\n`);
  await desk.answer(numbered);
  await desk.start(numbered, 2);
  const counted = await desk.choose('counted.csv', `1,eft1-${tag},Pw-1\n2,eft2-${tag},Pw-2\n`);
  await desk.start(counted, 2);
  expect(await desk.onSale()).toEqual([
    `eft1-${tag}:Pw-1`,
    `eft2-${tag}:Pw-2`,
    `frog1-${tag}:Pw-1`,
    `frog2-${tag}:Pw-2`,
  ]);
});

test('a column says how old each account is, seen before the import, and what is sold is what came', async ({
  page,
  request,
}) => {
  const desk = await openDesk(page, request, ':', ['account', 'password']);
  const years = ['2019-05-12', '03/04/2025', '2018', 'unknown'];
  const rows = years.map((born, n) => `sora${n}-${tag},Pw-${n},${born}`);
  const wizard = await desk.choose('dated.csv', ['login,password,created', ...rows].join('\n'));
  await wizard.getByLabel('Column with the day from which they age').selectOption({ index: 3 });
  await expect(wizard.getByText('3 questions left to answer')).toBeVisible();
  const asked = wizard.getByRole('region', { name: 'Questions' });
  await expect(asked.getByText(rows[1]!)).toBeVisible();
  await asked.getByRole('radio', { name: 'Day, month, year' }).check();
  await asked.getByRole('radio', { name: 'Count from the first day' }).check();
  await expect(asked.getByText(rows[3]!)).toBeVisible();
  await asked.getByRole('radio', { name: 'Add them: they age from the day' }).check();
  const ages = wizard.getByRole('table', { name: 'Age of the accounts' });
  await expect(ages.getByRole('row').filter({ hasText: '1,825 days or more' })).toContainText('2');
  await expect(ages.getByRole('row').filter({ hasText: 'Without a date' })).toContainText('1');
  await desk.start(wizard, 4);
  expect(await desk.onSale()).toEqual(years.map((_, n) => `sora${n}-${tag}:Pw-${n}`));
});

type Desk = {
  /** Opens the wizard for the product, and checks a file. */
  choose(name: string, content: string | Buffer): Promise<Locator>;
  /** Answers each open question as it is suggested. */
  answer(wizard: Locator): Promise<void>;
  start(wizard: Locator, added: number): Promise<void>;
  /** Closes the wizard without an import. */
  back(wizard: Locator): Promise<void>;
  /** The lines of the product's unsold accounts, sorted. */
  onSale(): Promise<string[]>;
};

async function openDesk(
  page: Page,
  request: APIRequestContext,
  separator: string,
  columns: readonly string[],
): Promise<Desk> {
  const owner = await signInOwner(request);
  const name = `Files ${columns.join(' ')} ${Date.now()}`;
  const { id } = await createProduct(request, { names: { en: name }, price: '1', separator, columns });
  if (page.url() === 'about:blank') await actAs(page, owner);
  return {
    async choose(file, content) {
      await page.goto('/admin/goods?tab=stock');
      await page.getByRole('button', { name: 'Import accounts' }).click();
      const wizard = page.getByRole('dialog');
      await wizard.getByLabel('Product').selectOption(id);
      const buffer = Buffer.from(content);
      await wizard.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/plain', buffer });
      await wizard.getByRole('button', { name: 'Continue', exact: true }).click();
      return wizard;
    },
    async answer(wizard) {
      await expect(wizard.getByText('Lines:', { exact: false })).toBeVisible();
      const questions = wizard.getByRole('region', { name: 'Questions' }).getByRole('radiogroup');
      for (const question of await questions.all()) await question.getByRole('radio').first().check();
    },
    async start(wizard, added) {
      await wizard.getByRole('checkbox', { name: /right to sell/ }).check();
      await wizard.getByRole('button', { name: 'Import', exact: true }).click();
      const count = added.toLocaleString('en');
      await expect(wizard.getByText(new RegExp(`Lines added to stock: ${count} of`))).toBeVisible();
      await wizard.getByRole('button', { name: 'Done' }).click();
      await expect(wizard).toBeHidden();
    },
    async back(wizard) {
      await page.keyboard.press('Escape');
      // Asked where something was answered.
      const discard = page.getByRole('button', { name: 'Discard', exact: true });
      await expect
        .poll(async () => {
          if (await discard.isVisible()) await discard.click();
          return wizard.count();
        })
        .toBe(0);
    },
    async onSale() {
      const answer = await request.get(`/api/stock/unsold/export?goods_id=${id}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      });
      const text = await answer.text();
      return text.split('\n').filter(Boolean).toSorted();
    },
  };
}

import { expect, test } from 'vitest';
import { RowChecker } from './check-row.ts';
import { answerForm, type FindingKind, type Survey } from './findings.ts';
import { type ProductForm, accountFormOf, readValues } from './account-form.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';
import type { ImportForm } from '@portside/contract';

const productOf = (separator: string, columns: string): ProductForm => ({
  separator,
  columns: columns.split(','),
});
const DASHES = productOf('----', 'account,password');
const WITH_MAIL = productOf('----', 'account,password,email');
const WITH_COOKIES = productOf('----', 'account,password,cookies');
const COLON = productOf(':', 'account,password');

/** What an import by a form puts on sale. */
function soldBy(text: string, form: ImportForm, product: ProductForm): string[] {
  const checker = new RowChecker(form, accountFormOf(product, form));
  return readRows(text, form.kind === 'csv' ? form.delimiter : null)
    .map((row) => checker.check(row))
    .filter(({ what, fault }) => what === 'line' && fault === null)
    .map((row) => row.text);
}

const kindsOf = (survey: Survey, isAsked: boolean): FindingKind[] =>
  survey.findings.filter((found) => found.isAsked === isAsked).map(({ kind }) => kind);

const answer = (survey: Survey, kind: FindingKind, name: string): ImportForm =>
  answerForm(
    survey.form,
    survey.findings.find((found) => found.kind === kind)!.options.find((one) => one.name === name)!,
  );

test.each<[string, ProductForm, string, string[], FindingKind[]]>([
  [
    'passwords with the separator in them',
    COLON,
    'quiet.gull@mail.example:Tide:4421\namber.tern@mail.example:::start\nplain.owl@mail.example:Nothing-9\n',
    [
      'quiet.gull@mail.example:Tide:4421',
      'amber.tern@mail.example:::start',
      'plain.owl@mail.example:Nothing-9',
    ],
    [],
  ],
  [
    'cookies that hold the separator',
    productOf(':', 'account,password,mail,cookies'),
    'crane:Pw-1:c@box.example:[{"domain":".social.example","name":"c0"}]\n',
    ['crane:Pw-1:c@box.example:[{"domain":".social.example","name":"c0"}]'],
    [],
  ],
  [
    'a heading of lines',
    productOf(':', 'account,password,email'),
    'login:password:email\nk1:p1:k1@x.example\n',
    ['k1:p1:k1@x.example'],
    [],
  ],
  [
    'a heading in Chinese',
    WITH_MAIL,
    '\ufeff账号,密码,邮箱\nk3,p3,k3@x.example\n',
    ['k3----p3----k3@x.example'],
    [],
  ],
  [
    'a heading in Russian',
    WITH_MAIL,
    'Логин;Пароль;Почта\nk5;p5;k5@x.example\n',
    ['k5----p5----k5@x.example'],
    [],
  ],
  [
    'a heading in Portuguese',
    WITH_MAIL,
    'Usuário;Senha;E-mail\nk7;p7;k7@x.example\n',
    ['k7----p7----k7@x.example'],
    [],
  ],
  [
    'a heading in Spanish',
    WITH_MAIL,
    'Usuario;Contraseña;Correo\nk8;p8;k8@x.example\n',
    ['k8----p8----k8@x.example'],
    [],
  ],
  [
    'a heading in German',
    WITH_MAIL,
    'Konto,Kennwort,Adresse\nk9,p9,k9@x.example\n',
    ['k9----p9----k9@x.example'],
    [],
  ],
  [
    "a heading of the product's own words",
    productOf('----', 'Bereich,Losung'),
    'Bereich;Losung\nnord;p-1\nost;p-2\n',
    ['nord----p-1', 'ost----p-2'],
    [],
  ],
  [
    'a line that names the delimiter',
    WITH_MAIL,
    'sep=;\nlogin;password;email\nk1;p1;k1@x.example\nk2;p2;k2@x.example\n',
    ['k1----p1----k1@x.example', 'k2----p2----k2@x.example'],
    [],
  ],
  [
    'columns in another order',
    DASHES,
    'password,login\nPa-1,swap1@x.example\n',
    ['swap1@x.example----Pa-1'],
    [],
  ],
  [
    'lines with columns in another order',
    COLON,
    'password:login\nPa-1:swap1@x.example\n',
    ['swap1@x.example:Pa-1'],
    [],
  ],
  [
    'joined files with headings and marks',
    DASHES,
    'login----password\na1----p1\n\ufefflogin----password\n\ufeffa2----p2\n',
    ['a1----p1', 'a2----p2'],
    [],
  ],
  ['a table without a column', WITH_MAIL, 'few1,Pa-1\nfew2,Pa-2\n', [], ['mostly unfit']],
  ['lines without a column', WITH_MAIL, 'few3----Pa-3\nfew4----Pa-4\n', [], ['mostly unfit']],
  [
    'JSON without quotes in a table',
    WITH_COOKIES,
    'e0@x.example,P-0,[{"name":"c","value":"1"},{"name":"d"}]\ne1@x.example,P-1,[{"name":"c","value":"2"},{"name":"e"}]\n',
    [],
    ['left out', 'open value'],
  ],
  [
    'JSON over several lines',
    WITH_COOKIES,
    'm0----P-0----[\n  {\n    "name": "sid"\n  }\n]\nm1----P-1----[\n  {\n    "name": "sid"\n  }\n]\n',
    [],
    ['mostly unfit', 'open value'],
  ],
  [
    'JSON over several lines with a colon between values',
    COLON,
    'm0:P-0:[\n  {\n    "name": "sid",\n    "value": "mw0"\n  }\n]\n',
    [],
    ['open value'],
  ],
  [
    'JSON over several lines in a quoted table',
    WITH_COOKIES,
    'account,password,cookies\nm0,P-0,"[\n  {\n    ""name"": ""s\\nid""\n  }\n]"\n',
    ['m0----P-0----[{"name": "s\\nid"}]'],
    [],
  ],
  [
    "a quoted table by the product's separator",
    productOf(';', 'account,password'),
    '"kit1";"Pa;1"\n"kit2";"Pa""2"\n',
    ['kit2;Pa"2', 'kit1;Pa;1'].toSorted(),
    [],
  ],
  [
    'values with blanks',
    productOf('|', 'account,password'),
    'r1 | Pw-1\nr2 |  two  in \n',
    ['r1 | Pw-1', 'r2 |  two  in '],
    [],
  ],
  ['guards for certain', DASHES, 'login,password\n="007",="0012"\n', ['007----0012'], []],
  [
    'guards in doubt',
    productOf(';', 'phone,password'),
    "'+79990000002;Sum12\n+79990000003;Sum13\n",
    ['+79990000003;Sum13'],
    ['guard'],
  ],
  ['a total that could be an account', COLON, 'a1:p1\na2:p2\nTotal: 12\n', ['a1:p1', 'a2:p2'], ['sum']],
  ['totals of tables', DASHES, '账号,密码\na1,p1\n合计,12\n', ['a1----p1'], ['sum']],
  ['totals that are no accounts', DASHES, 'a1----p1\na2----p2\nИтого: 2 шт.\n', ['a1----p1', 'a2----p2'], []],
  [
    'rules of signs and advertisements',
    DASHES,
    '=== 50 accounts ===\n-------------------\na1----p1\na2----p2\na3----p3\n# thanks for buying\n',
    ['a1----p1', 'a2----p2', 'a3----p3'],
    [],
  ],
  [
    'an advertisement that could be an account',
    COLON,
    'a1:p1\na2:p2\nShop: https://t.example/best\n',
    ['a1:p1', 'a2:p2'],
    ['ornament'],
  ],
  [
    'a heading in no language that is known',
    COLON,
    'felhaszn:jelmondat\na1:p1\na2:p2\na3:p3\n',
    ['felhaszn:jelmondat', 'a1:p1', 'a2:p2', 'a3:p3'],
    ['heading or account'],
  ],
  ['a heading with columns that nobody sells', COLON, 'логин;пароль;Срок жизни\na1;p1;9\n', ['a1:p1'], []],
  ['numbered lines', COLON, '1. a1:p1\n2) a2:p2\n4.a3:p3\n', ['4.a3:p3'], ['numbered']],
  [
    'numbers that a spreadsheet has rounded',
    DASHES,
    'phone,password\n7.9E+10,p1\n12E5,p2\n',
    ['12E5----p2'],
    ['rounded'],
  ],
  [
    'an own list of refused lines',
    productOf(';', 'phone,password'),
    'line,fault,text\n1,guard,"\'+7999;\'=Sum"\n2,guard,a;b\n',
    ['a;b'],
    ['guard'],
  ],
  [
    'weak accounts that are no heading',
    COLON,
    'john:password\nanna:qwerty\nadmin:login1\n',
    ['john:password', 'anna:qwerty', 'admin:login1'],
    [],
  ],
  [
    'an account of invisible characters only',
    DASHES,
    '\u200b\u2060----pw\na1----\u00ad\na2----p2\na3----p3\n',
    ['a2----p2', 'a3----p3'],
    [],
  ],
])('%s', async (_, product, text, sold, asked) => {
  const survey = await surveyFile([text], product, null);
  expect(soldBy(text, survey.form, product).toSorted()).toEqual(sold.toSorted());
  expect(kindsOf(survey, true)).toEqual(asked);
  expect(survey.sellable).toBe(sold.length);
  // In whatever pieces it comes, and however it is asked again.
  const pieces = Array.from({ length: text.length }, (_unused, at) => text[at]!);
  expect(await surveyFile(pieces, product, null)).toEqual(survey);
  expect(await surveyFile([text], product, survey.form)).toEqual(survey);
});

test('answers decide what was in doubt', async () => {
  const json = 'e0,P-0,[{"n":"c","v":"1"},{"n":"d"}]\ne1,P-1,[{"n":"c","v":"2"},{"n":"e"}]\n';
  const form = answer(await surveyFile([json], WITH_COOKIES, null), 'left out', 'last');
  const again = await surveyFile([json], WITH_COOKIES, form);
  expect(kindsOf(again, true)).toEqual([]);
  expect(again.preview[0]!.values).toEqual(['e0', 'P-0', '[{"n":"c","v":"1"},{"n":"d"}]']);

  const guarded = "'+79990000002;Sum12\n+79990000003;Sum13\n";
  const phones = productOf(';', 'phone,password');
  const mended = answer(await surveyFile([guarded], phones, null), 'guard', 'mend');
  expect(soldBy(guarded, mended, phones)).toEqual(['+79990000002;Sum12', '+79990000003;Sum13']);
  const kept = answer(await surveyFile([guarded], phones, null), 'guard', 'sell');
  expect(soldBy(guarded, kept, phones)).toEqual(["'+79990000002;Sum12", '+79990000003;Sum13']);

  const wide = 'a1:p1:m1\na2:p2:m2\n';
  const survey = await surveyFile([wide], COLON, null);
  expect(kindsOf(survey, true)).toEqual(['surplus']);
  const further = answer(survey, 'surplus', 'further');
  expect(readValues('a1:p1:m1', accountFormOf(COLON, further))).toEqual(['a1', 'p1', 'm1']);
  expect(readValues('a1:p1:m1', accountFormOf(COLON, answer(survey, 'surplus', 'last')))).toEqual([
    'a1',
    'p1:m1',
  ]);
  expect(soldBy(wide, answer(survey, 'surplus', 'refuse'), COLON)).toEqual([]);
});

test('numbers before lines are taken off if the operator says so', async () => {
  const text = '1. a1:p1\n2. a2:p2\n';
  const survey = await surveyFile([text], COLON, null);
  expect(soldBy(text, answer(survey, 'numbered', 'mend'), COLON)).toEqual(['a1:p1', 'a2:p2']);
  expect(soldBy(text, answer(survey, 'numbered', 'sell'), COLON)).toEqual(['1. a1:p1', '2. a2:p2']);
});

test('what the beginning does not show is found, with its lines', async () => {
  const many = Array.from({ length: 30_000 }, (_, at) => `pier${at}----Pw-${at}\n`).join('');
  const end = 'login----password\nfog\u200b1----Pw-x\nTotal: 30000\nmoss----[\n';
  const survey = await surveyFile([many, end], DASHES, null);
  expect(survey).toMatchObject({ lines: 30_004, sellable: 30_001 });
  expect(kindsOf(survey, true)).toEqual(['open value']);
  expect(survey.findings.map(({ kind, count, samples }) => [kind, count, samples[0]?.line])).toEqual([
    ['open value', 1, 30_004],
    ['sum', 1, 30_003],
    ['heading', 1, 30_001],
    ['invisible', 1, 30_002],
  ]);
  expect(survey.findings.at(-1)!.details).toEqual([{ character: 'U+200B ZERO WIDTH SPACE', count: 1 }]);
});

test('invisible characters stay unless they are to go', async () => {
  const text = 'fog5\u200b----Pw\u00a09\n';
  const survey = await surveyFile([text], DASHES, null);
  expect(soldBy(text, survey.form, DASHES)).toEqual(['fog5\u200b----Pw\u00a09']);
  expect(soldBy(text, answer(survey, 'invisible', 'drop'), DASHES)).toEqual(['fog5----Pw 9']);
});

test('a table that would fall apart when it is read is refused, wherever the separator arises', async () => {
  const form: ImportForm = { kind: 'csv', delimiter: ',', has_header: false, separator: '--' };
  expect(soldBy('a-,b\na,-b\na--b,c\na-b,c\n', form, productOf('--', 'account,password'))).toEqual([
    'a---b',
    'a-b--c',
  ]);
});

test('the survey can be stopped, and tells how far it is', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const survey = surveyFile(['ä----b\n', 'c----d\n', 'e----f\n'], DASHES, null, {
    signal: stop.signal,
    onProgress: (bytes) => {
      seen.push(bytes);
      if (bytes > 8) stop.abort();
    },
  });
  await expect(survey).rejects.toThrow();
  expect(seen).toEqual([8, 15]);
});

const BY_COUNTRY = 'login,password,country\na,1,DE\nb,2, BR\nc,3,DE\nd,4,FR\ne,,DE\nf,6,\ng,7,BR\n';

test('what a column says is counted of rows that can be sold; a column that says too much is none', async () => {
  const { columnValues } = await surveyFile([BY_COUNTRY], DASHES, null);
  expect(columnValues[2]).toEqual([
    { value: 'DE', count: 2 },
    { value: 'BR', count: 2 },
    { value: 'FR', count: 1 },
    { value: '', count: 1 },
  ]);
  const many = Array.from({ length: 300 }, (_, at) => `crane-${at},key-${at},DE\n`).join('');
  expect((await surveyFile([many], DASHES, null)).columnValues).toEqual([
    null,
    null,
    [{ value: 'DE', count: 300 }],
  ]);
  expect((await surveyFile(['a----1\n'], DASHES, null)).columnValues).toEqual([]);
});

test('each row of a table is read by one of its imports, and rows of no product by the first alone', async () => {
  const { form } = await surveyFile([BY_COUNTRY], DASHES, null);
  const of = (values: string[], others: string[], holds_rest: boolean) => {
    const own = { ...form, own_rows: { column: 2, values, others, holds_rest } } as ImportForm;
    const checker = new RowChecker(own, accountFormOf(DASHES, own));
    return readRows(BY_COUNTRY, ',').flatMap((row) => {
      const { what, text, fault } = checker.check(row);
      return what === 'line' ? [fault === null ? text : `${row.line} ${fault}`] : [];
    });
  };
  expect(of(['DE'], ['BR'], true)).toEqual([
    'a----1',
    'c----3',
    '5 no product',
    '6 column missing',
    '7 no product',
  ]);
  expect(of(['BR'], ['DE'], false)).toEqual(['b----2', 'g----7']);
});

const gull = (at: number) => `gull_${at * 7}`;

test.each([
  ['lozinka:korisnik', gull],
  ['κωδικός:όνομα', gull],
  ['lozinka:korisnik', (at: number) => `gull.${at}@box.example`],
] as const)('rows under %s, which nobody knows, are held', async (heading, login) => {
  const lines = Array.from({ length: 24 }, (_, at) => [login(at), `Tide${at * 13}x`] as const);
  const upper = lines.slice(0, 12).map((values) => values.join(':'));
  const lower = lines.slice(12).map((values) => values.toReversed().join(':'));
  const text = [...upper, heading, ...lower].join('\n');
  const { form, findings } = await surveyFile([text], COLON, null);
  const order = findings.find(({ kind }) => kind === 'other order')!;
  expect(order.options.map(({ name }) => name)).toEqual(['refuse', 'sell']);
  expect(soldBy(text, form, COLON)).toEqual(upper);
  expect(await surveyFile([text], COLON, form)).toEqual(await surveyFile([text], COLON, null));
  // Said to be an account, the words are no heading.
  const sold = answerForm(form, { set: { doubts: { unlike: 'sell' } } });
  const again = await surveyFile([text], COLON, sold);
  expect(again.findings.some(({ kind }) => kind === 'other order')).toBe(false);
  // Where several lines are only words, they are accounts.
  const words = Array.from({ length: 400 }, (_, at) =>
    at % 100 === 50 ? `tern${'abcd'[(at - 50) / 100]}:wave` : `${gull(at)}:Tide${at}x`,
  );
  const many = await surveyFile([words.join('\n')], COLON, null);
  expect(soldBy(words.join('\n'), many.form, COLON)).toEqual(expect.arrayContaining(words.slice(251, 350)));
});

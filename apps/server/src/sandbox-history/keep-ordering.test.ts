import { NETWORKS, parseMicro, LANGUAGES } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLedgerMismatches, readAvailableMicro } from '../features/ledger/index.ts';
import { countStock } from '../features/stock/index.ts';
import { buildGoods, stockUp } from '../testing/build.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../testing/chain-world.ts';
import { createPerson } from '../testing/people.ts';
import { DEMO_CATEGORIES, HOME_LEDE, type DemoTexts } from '../features/sandbox/index.ts';
import { DEMO_BUYERS } from './history.ts';
import { createDemoOrdersJob } from './keep-ordering.ts';
import { LEVELS, LINKED_NAME } from './offers.ts';
import { BACK_IN_STOCK, WELCOME } from './scripted-days.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, NETWORKS);
});
afterAll(() => chains.stop());

/** Its runs choose at random: far more of them than anything needs to happen. */
async function runUntil(isDone: () => Promise<boolean>): Promise<void> {
  const job = createDemoOrdersJob(world.ctx, chains);
  for (let run = 0; run < 5_000; run += 1) {
    if (await isDone()) return;
    await job.run();
  }
  throw new Error('It did not happen');
}

async function count(table: 'recharges' | 'orders'): Promise<number> {
  const { n } = await world.ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

test('demo buyers without money top up on a local chain, order with it, and stock is imported when few are left', async () => {
  const { ctx } = world;
  const buyers = await Array.fromAsync(DEMO_BUYERS, ({ username }) => createPerson(ctx, { username }));
  const [demo] = DEMO_CATEGORIES[0]!.goods;
  const format = { separator: '----', columns: ['account', 'password', 'recovery'] };
  const goodsId = await buildGoods(ctx, { name: demo!.name, ...format });
  await stockUp(ctx, goodsId, 20);

  await runUntil(async () => (await count('recharges')) > 0);
  expect(await count('orders')).toBe(0);
  for (const network of NETWORKS) await world.settle(network);
  const balances = await Array.fromAsync(buyers, ({ user }) => readAvailableMicro(ctx.db, user.id));
  expect(balances.filter((balance) => balance >= parseMicro('200'))).toHaveLength(1);

  await runUntil(async () => (await count('orders')) > 0);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);

  for (const network of NETWORKS) await world.settle(network);
  await runUntil(async () => ((await countStock(ctx.db, [goodsId])).get(goodsId)?.male ?? 0) > 100);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

const goods = DEMO_CATEGORIES.flatMap((category) => category.goods);
const written: readonly DemoTexts[] = [
  HOME_LEDE,
  LINKED_NAME,
  ...LEVELS.map(({ names }) => names),
  ...DEMO_CATEGORIES.map(({ name }) => name),
  ...goods.flatMap(({ name, description, instruction }) => [
    name,
    description,
    ...(instruction ? [instruction] : []),
  ]),
  ...[BACK_IN_STOCK, WELCOME].flatMap(({ title, body }) => [title, body]),
];

const LETTERS = { 'zh-cn': /\p{Script=Han}/u, ru: /\p{Script=Cyrillic}/u } as const;
/** All but italics, which Chinese writes as quotation marks. */
const tagsOf = (html: string): string[] =>
  (html.match(/<\/?\w+>/g) ?? []).filter((tag) => !tag.includes('em'));
/** Made of nothing but a name and a size. */
const isNameOnly = (text: string): boolean => /^\p{Lu}\p{Ll}+ \d+ [A-Z]{2}$/u.test(text);

test.each(written.map((texts) => [texts.en, texts] as const))('%s: in all languages', (en, texts) => {
  expect(LANGUAGES.filter((language) => !texts[language].trim())).toEqual([]);
  for (const language of LANGUAGES) expect(tagsOf(texts[language])).toEqual(tagsOf(en));
  if (isNameOnly(en)) return;
  for (const language of ['zh-cn', 'ru'] as const) expect(texts[language]).toMatch(LETTERS[language]);
  expect(new Set(Object.values(texts)).size).toBe(LANGUAGES.length);
});

import { DEMO_CATEGORIES, demoTexts, makeDemoLines } from '../features/sandbox/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { DEMO_BUYERS, importLines, type History } from './history.ts';
import { SANDBOX_BUYER } from './sandbox-buyer.ts';

/**
 * What whoever tries the sandbox finds to buy cheaper beside the levels of buyers: a promotion, an own price, coupons,
 * gift codes, a bonus, and a product that only a link opens.
 */
export async function makeOffers(history: History): Promise<void> {
  await setPrices(history);
  await makeCoupons(history);
  await sellByLink(history);
  await giveAway(history);
  await checkAccounts(history);
}

/** Within so many days: an order of today lasts for as long as the sandbox is likely to be tried. */
const LEVEL_DAYS = 90;

/** In USDT. The sandbox's buyer has reached the lower one, and has some 50 left to reach the higher. */
export const LEVELS = [
  {
    names: demoTexts('Silver', '银牌', 'Prata', 'Серебряный'),
    colour: '#8a97a6',
    percent: '3',
    turnover: '25',
  },
  { names: demoTexts('Gold', '金牌', 'Ouro', 'Золотой'), colour: '#c9a227', percent: '8', turnover: '75' },
];

export async function setLevels({ caller, owner }: History): Promise<void> {
  for (const [sort, { percent, ...level }] of LEVELS.entries()) {
    const body = { ...level, discount_percent: percent, turnover_days: LEVEL_DAYS, sort };
    await caller.as(owner, 'createBuyerLevel', { body });
  }
}

/** Counted down on the pages from its first moment on. */
const PROMOTION_DAYS = 3;
const OWN_PRICE_DAYS = 30;

const STARTER = 'Marrowgate Online, starter account';
const VETERAN = 'Marrowgate Online, veteran account';
const BUSINESS = 'Brindlepost business mailbox';

async function setPrices({ caller, owner, clock, goods }: History): Promise<void> {
  const endAfter = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const priced = (name: string, price: string, min_quantity = 1) => {
    const { id } = goods.find(({ names }) => names.en === name)!;
    return { goods_id: id, price, min_quantity };
  };
  const promotion = {
    name: 'Marrowgate Week',
    kind: 'promotion' as const,
    ends_at: endAfter(PROMOTION_DAYS),
    is_on: true,
    prices: [priced(STARTER, '1.85'), priced(STARTER, '1.7', 25), priced(VETERAN, '16.5')],
  };
  const own = {
    name: 'Agreed for the autumn',
    kind: 'buyer' as const,
    username: SANDBOX_BUYER,
    ends_at: endAfter(OWN_PRICE_DAYS),
    is_on: true,
    prices: [priced(BUSINESS, '3.9'), priced(BUSINESS, '3.6', 10)],
  };
  for (const body of [promotion, own]) await caller.as(owner, 'createPriceList', { body });
}

/** `FIRST2` is for a first order, and so for whoever signs up in the sandbox. */
async function makeCoupons({ caller, owner }: History): Promise<void> {
  const none = { count: 1, prefix: '', goods_ids: [], category_ids: [], level_ids: [], usernames: [] };
  const coupons = [
    {
      code: 'TIDE10',
      kind: 'percent',
      percent: '10',
      max_discount: '20',
      min_total: '5',
      first_order: false,
    },
    { code: 'FIRST2', kind: 'fixed', amount: '2', min_total: '6', first_order: true },
  ] as const;
  for (const coupon of coupons) {
    const body = { ...none, ...coupon, note: 'To try', combinable: true, per_buyer: 1 };
    await caller.as(owner, 'createCoupons', { body });
  }
}

export const LINKED_NAME = demoTexts(
  'Brindlepost business mailbox, for partners',
  'Brindlepost 企业邮箱，合作伙伴专供',
  'Caixa de e-mail empresarial Brindlepost, para parceiros',
  'Корпоративная почта Brindlepost, для партнёров',
);
const LINKED_STOCK = 20;

/** In no list: whoever has its address can buy it, five at most. */
async function sellByLink(history: History): Promise<void> {
  const { caller, owner, goods } = history;
  const demo = DEMO_CATEGORIES.flatMap((category) => category.goods).find(
    ({ name }) => name.en === BUSINESS,
  )!;
  const like = goods.find(({ names }) => names.en === BUSINESS)!;
  const { descriptions, instructions, instruction_in_mail, genders, warranty_hours, format, sort } = like;
  const { id } = await caller.as(owner, 'createGoods', {
    body: {
      descriptions,
      instructions,
      instruction_in_mail,
      genders,
      warranty_hours,
      sort,
      ...format,
      category_id: like.category.id,
      names: LINKED_NAME,
      price: '3.75',
      price_tiers: [],
      min_quantity: 1,
      max_quantity: LINKED_STOCK,
      file_name: '',
    },
  });
  const rules = { visibility: 'link', delivery_order: 'oldest', most_per_buyer: 5 } as const;
  const body = { ...rules, level_ids: [], search_words: [] };
  await caller.as(owner, 'setSellingRules', { params: { id }, body });
  const lines = [...makeDemoLines(demo, LINKED_STOCK)];
  await importLines(history, { goods_id: id, gender: 'unspecified', note: 'For partners' }, lines);
  await caller.as(owner, 'setGoodsOnSale', { body: { ids: [id], on_sale: true } });
}

/** A bonus for top-ups from now on, and gift codes: one is redeemed, two are in the support chat of the sandbox's buyer. */
async function giveAway({ caller, owner, people }: History): Promise<void> {
  const tiers = [
    { from: '500', amount: '5' },
    { from: '2000', percent: '2' },
  ];
  await caller.as(owner, 'createBonus', { body: { name: 'Large top-ups', tiers, levels: [], is_on: true } });
  const batch = { note: 'Trade fair', value: '5', codes: 10 };
  const { id } = await caller.as(owner, 'createRedeemBatch', { body: batch });
  const { codes } = await caller.as(owner, 'issueRedeemCodes', { params: { id } });
  const [redeemed, ...others] = codes as [string, ...string[]];
  await caller.as(people.get(DEMO_BUYERS[0]!.username)!, 'redeemCode', { body: { code: redeemed } });
  const { user } = await caller.as(people.get(SANDBOX_BUYER)!, 'readIdentity');
  const text = `And thank you for waiting! Two gift codes of 5 USDT each: ${others.slice(0, 2).join(' and ')}`;
  await caller.as(owner, 'answerConversation', { params: { user_id: user.id }, body: { text } });
}

const CHECKED = 'Quilletpost mailbox, aged 1 year';

/** Whoever claims accounts of this product gets others for the dead ones within seconds. */
async function checkAccounts({ caller, owner, goods }: History): Promise<void> {
  const { sandbox_checker: url } = await caller.as(owner, 'readChecker', {});
  const body = {
    url: url!,
    is_on: true,
    per_minute: 300,
    sample_size: 20,
    dead_percent: 20,
    ahead: 0,
    checks_claims: true,
    remedy: 'replace',
    limit_days: 1,
    most_per_buyer: 10,
    most_per_product: 50,
    most_per_supplier: 50,
    goods_ids: [goods.find(({ names }) => names.en === CHECKED)!.id],
  } as const;
  await caller.as(owner, 'setChecker', { body: { ...body, goods_ids: [...body.goods_ids] } });
}

import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { collectEvents } from '../../testing/world.ts';
import { sell, type Sale } from '../../testing/sale.ts';

const NAMES = ['ordersCompleted', 'orderRefunded', 'warrantyClaimSettled'] as const;

let shop: TestShop;
let announced: ReturnType<typeof collectEvents>;
beforeAll(async () => {
  shop = await createTestShop();
  announced = collectEvents(shop.app.systemCtx('test').events, NAMES);
});

const of = ({ orderNo }: Sale) =>
  announced
    .flatMap((event): object[] =>
      event.name === 'ordersCompleted' ? event.orders.map((one) => ({ name: event.name, ...one })) : [event],
    )
    .filter((event) => 'orderNo' in event && event.orderNo === orderNo);

test('an order is announced as completed once, by whichever reading comes first', async () => {
  const sale = await sell(shop, 2);
  expect(of(sale)).toEqual([]);
  await sale.texts();
  await sale.texts();
  expect(of(sale)).toEqual([
    {
      name: 'ordersCompleted',
      orderId: expect.any(BigInt),
      orderNo: sale.orderNo,
      userId: sale.userId,
      goodsId: sale.goodsId,
      quantity: 2,
      totalMicro: 2_000_000n,
    },
  ]);
});

test('each refund is announced with what it refunded, and settled claims once each', async () => {
  const sale = await sell(shop, 4);
  const [one, two, three] = await sale.ids();
  const claims = [await sale.claim([one!]), await sale.claim([two!]), await sale.claim([three!])];
  const [replaced, refunded, refused] = claims.map(({ data }) => BigInt(data.id));
  await sale.replace({ item_ids: [one] });
  await sale.refund({ item_ids: [two] });
  const path = `/api/admin/claims/${refused}/refusal`;
  await shop.call('POST', path, { reason: 'works' }, sale.admin.headers);
  await sale.refund({ item_ids: [two] });
  expect(of(sale)).toMatchObject([
    { name: 'warrantyClaimSettled', claimId: replaced, state: 'replaced' },
    { name: 'warrantyClaimSettled', claimId: refunded, state: 'refunded' },
    { name: 'orderRefunded', quantity: 1, amountMicro: 1_000_000n, isWhole: false },
    { name: 'warrantyClaimSettled', claimId: refused, state: 'refused' },
  ]);
  expect((await sale.refund()).code).toBe(200);
  expect(of(sale).at(-1)).toMatchObject({ name: 'orderRefunded', amountMicro: 3_000_000n, isWhole: true });
});

test('what is refused announces nothing', async () => {
  const sale = await sell(shop, 1);
  expect((await sale.refund({ item_ids: ['999999999'] })).code).toBe(506);
  expect(of(sale)).toEqual([]);
});

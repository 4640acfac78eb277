import { formatAddress } from '@portside/chain';
import { NETWORKS, type Finding } from '@portside/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressFault } from '../alarms/index.ts';
import { isGenuine, MAC_COLUMNS, mayBePaid } from './recharge-macs.ts';
import { createAddressCheck, isOpen, type PaymentTerms, type TermsReader } from './check-payment-terms.ts';
import type { Db } from '../../platform/db/db.ts';

/** How many are checked at a time. An own address takes about 0.1 ms. */
const AT_ONCE = 100;

/**
 * Networks with open top-ups whose addresses are not the shop's, and networks with payable ones that were changed
 * outside the shop: how many, and the oldest.
 */
export async function listRedirected(ctx: TermsReader): Promise<AddressFault[]> {
  const findAtShop = await createAddressCheck(ctx, NETWORKS);
  const open = await listOpenPaymentTerms(ctx.db);
  const [redirected, forged]: [PaymentTerms[], PaymentTerms[]] = [[], []];
  for (let from = 0; from < open.length; from += AT_ONCE) {
    for (const terms of open.slice(from, from + AT_ONCE)) {
      if (isOpen(terms) && !findAtShop(terms)) redirected.push(terms);
      else if (!isGenuine(ctx, terms)) forged.push(terms);
    }
    await nextTurn();
  }
  return [
    ...faultsOf('sealBroken', redirected, describeRedirected),
    ...faultsOf('recordsForged', forged, describeForged),
  ];
}

const faultsOf = (
  kind: AddressFault['kind'],
  found: readonly PaymentTerms[],
  describe: (oldest: PaymentTerms, count: number) => Finding,
): readonly AddressFault[] =>
  [...Map.groupBy(found, ({ network }) => network)].map(([network, terms]) => ({
    kind,
    network,
    fault: describe(terms[0]!, terms.length),
  }));

const describeRedirected = (
  { network, order_id: order, wallet_address }: PaymentTerms,
  count: number,
): Finding => ({
  code: 'rechargesRedirected',
  facts: { count, order, found: formatAddress(network, wallet_address) },
});

const describeForged = ({ order_id: order }: PaymentTerms, count: number): Finding => ({
  code: 'rechargesForged',
  facts: { count, order },
});

/** Every top-up that a payment may still be credited to, oldest first. */
const listOpenPaymentTerms = (db: Db): Promise<PaymentTerms[]> =>
  db
    .selectFrom('recharges')
    .select([...MAC_COLUMNS, 'state', 'mac'])
    .where(mayBePaid)
    .orderBy('id')
    .execute();

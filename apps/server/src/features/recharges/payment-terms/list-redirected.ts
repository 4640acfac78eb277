import { formatAddress } from '@portside/chain';
import { NETWORKS, type Finding, type Network } from '@portside/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTermsCheck, type TermsReader } from './check-payment-terms.ts';
import { listOpenPaymentTerms } from './open-payment-terms.sql.ts';

/** How many are checked at a time: an own address takes about a tenth of a millisecond. */
const AT_ONCE = 100;

/** Networks with open top-ups whose addresses are not the shop's, with how many, and the oldest. */
export async function listRedirected(
  ctx: TermsReader,
): Promise<{ readonly network: Network; readonly fault: Finding }[]> {
  const isShops = await createTermsCheck(ctx, NETWORKS);
  const open = await listOpenPaymentTerms(ctx.db);
  const redirected: typeof open = [];
  for (let from = 0; from < open.length; from += AT_ONCE) {
    redirected.push(...open.slice(from, from + AT_ONCE).filter((terms) => !isShops(terms)));
    await nextTurn();
  }
  return [...Map.groupBy(redirected, ({ network }) => network)].map(([network, found]) => {
    const [{ order_id: order, wallet_address: wallet }] = found as [(typeof found)[0]];
    const facts = { count: found.length, order, found: formatAddress(network, wallet) };
    return { network, fault: { code: 'rechargesRedirected', facts } };
  });
}

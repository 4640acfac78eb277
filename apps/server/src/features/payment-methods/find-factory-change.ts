import type { DepositFactory } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { factoryOf } from './is-factory-proven.ts';
import { isUsable } from './is-usable.ts';
import type { PaymentMethodRow } from './payment-methods.sql.ts';
import { listTrustedMethods, type Reader } from './read-methods.ts';

export type FactoryChange = {
  /** Of the method that brought the factory: the same however often methods with it follow one another. */
  readonly methodId: bigint;
  readonly since: Date;
  readonly network: Network;
  readonly chainId: bigint;
  readonly factory: DepositFactory;
  /** The factory before it. */
  readonly former: DepositFactory;
};

/**
 * Whether a network makes own addresses now from another factory than it did before, on the same chain; null where it does
 * not, or takes no top-ups. Methods in between that told payments apart by their amounts do not count, nor does switching off and on. Sealed
 * methods only: a row that the shop has not written changes nothing.
 */
export async function findFactoryChange(reader: Reader, type: Network): Promise<FactoryChange | null> {
  const methods = await listTrustedMethods(reader, type);
  const active = methods.find(({ retired_at }) => retired_at === null);
  if (!active || !isUsable(active) || active.mode !== 'own_addresses') return null;
  const isOwn = ({ mode, chain_id }: PaymentMethodRow): boolean =>
    mode === 'own_addresses' && chain_id === active.chain_id;
  const own = methods.filter(isOwn);
  const at = own.findIndex(({ factory_address: factory }) => factory !== active.factory_address);
  const [first, before] = [own[at - 1], own[at]];
  if (!first || !before) return null;
  return {
    methodId: first.id,
    since: first.created_at,
    network: type,
    chainId: active.chain_id,
    factory: factoryOf(active)!,
    former: factoryOf(before)!,
  };
}

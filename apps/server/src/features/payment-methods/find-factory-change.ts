import type { DepositFactory } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { factoryOf } from './is-factory-proven.ts';
import { isUsable } from './is-usable.ts';
import type { PaymentMethodRow } from './payment-methods.sql.ts';
import { listTrustedMethods, type Reader } from './read-methods.ts';

export type FactoryChange = {
  /** Of the method that brought the change: the same however often methods like it follow one another. */
  readonly methodId: bigint;
  readonly since: Date;
  readonly network: Network;
  readonly chainId: bigint;
  /** Null where the network has no own addresses any more, and another wallet. */
  readonly factory: DepositFactory | null;
  /** The factory before it. */
  readonly former: DepositFactory;
};

/**
 * Whether buyers must stop using the own addresses that a network made before on the same chain: because it makes them
 * from another factory now, or because it tells payments apart by their amounts and has another wallet. Null where
 * neither is so, or the network takes no top-ups. Exact amounts to the same wallet do not count, nor does switching
 * off and on. Sealed methods only: a row that the shop has not written changes nothing.
 */
export async function findFactoryChange(reader: Reader, type: Network): Promise<FactoryChange | null> {
  const methods = await listTrustedMethods(reader, type);
  const active = methods.find(({ retired_at }) => retired_at === null);
  if (!active || !isUsable(active)) return null;
  const onChain = methods.filter(({ chain_id }) => chain_id === active.chain_id);
  const found = isOwn(active) ? findNewFactory(onChain, active) : findNewWallet(onChain, active);
  return (
    found && {
      methodId: found.first.id,
      since: found.first.created_at,
      network: type,
      chainId: active.chain_id,
      factory: isOwn(active) ? factoryOf(active)! : null,
      former: factoryOf(found.before)!,
    }
  );
}

const isOwn = ({ mode }: PaymentMethodRow): boolean => mode === 'own_addresses';

/** The first method that brought something, and the last one with own addresses before it. */
type Found = { readonly first: PaymentMethodRow; readonly before: PaymentMethodRow };

/** Methods are newest first. */
function findNewFactory(methods: readonly PaymentMethodRow[], active: PaymentMethodRow): Found | null {
  const own = methods.filter(isOwn);
  const at = own.findIndex(({ factory_address: factory }) => factory !== active.factory_address);
  const [first, before] = [own[at - 1], own[at]];
  return first && before ? { first, before } : null;
}

/** Of several new wallets in a row only the first one is a change: buyers know by then that their address is none. */
function findNewWallet(methods: readonly PaymentMethodRow[], active: PaymentMethodRow): Found | null {
  const before = methods.find(isOwn);
  if (!before || before.wallet_address === active.wallet_address) return null;
  const isSame = ({ wallet_address: wallet }: PaymentMethodRow): boolean => wallet === before.wallet_address;
  const since = methods.slice(0, methods.findIndex(isSame));
  return { first: since.at(-1)!, before };
}

import type { OrderItem } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { partsOf } from '../after-sales/warranty-claim-outcome.ts';
import { SettleForm } from './settle-form.tsx';

type ItemClaim = NonNullable<OrderItem['claim']>;

type Props = {
  orderNo: string;
  items: readonly OrderItem[];
  /** What so many accounts of the order cost, in USDT. */
  priceOf: (accounts: number) => string;
  onDone: () => void;
};

/** The warranty claims of an order that wait for a decision, each with what was replaced or refunded of it so far. */
export function OpenWarrantyClaims({ orderNo, items, priceOf, onDone }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const titleOf = (claim: ItemClaim): string =>
    [
      t('warrantyClaims.open', { count: claim.accounts }),
      ...partsOf(claim).map(({ end, n }) =>
        t(`warrantyClaims.part.${end}`, { n: n.toLocaleString(language) }),
      ),
    ].join(' · ');
  return openClaimsOf(items).map((claim) => (
    <SettleForm
      key={claim.id}
      title={titleOf(claim)}
      orderNo={orderNo}
      target={{ claim_id: claim.id }}
      price={priceOf(claim.accounts - claim.replaced - claim.refunded)}
      claimId={claim.id}
      onDone={onDone}
    />
  ));
}

function openClaimsOf(items: readonly OrderItem[]): ItemClaim[] {
  const open = items.flatMap(({ claim }) => (claim?.state === 'open' ? [[claim.id, claim] as const] : []));
  return [...new Map(open).values()];
}

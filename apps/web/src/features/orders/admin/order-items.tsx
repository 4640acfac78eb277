import { Button, Skeleton } from '@mantine/core';
import type { AdminOrder, OrderItem } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useState, type ReactNode, useEffect } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import classes from './orders-admin.module.css';
import { SettleForm } from './settle-form.tsx';
import { partsOf } from '../warranty-claims/warranty-claim-badge.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../../lib/api/query.ts';

const NONE: ReadonlySet<string> = new Set();

/** The accounts of an order, the open warranty claims about them, and replacing or refunding any of them. */
export function OrderItems({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [chosen, setChosen] = useState(NONE);
  const [isWholeAsked, setIsWholeAsked] = useState(false);
  const { items, total, isWhole, error, again } = useOrderItems(order.order_no);
  if (!items) return error ? <LoadFailure error={error} onRetry={again} /> : <Skeleton height={120} />;

  const good = items.filter(({ state }) => state === 'good').map(({ id }) => id);
  const priceOf = (accounts: number) => formatMicro(parseMicro(order.unit_price) * BigInt(accounts));
  const done = () => {
    setChosen(NONE);
    setIsWholeAsked(false);
  };
  return (
    <section className={classes.items}>
      <OpenWarrantyClaims orderNo={order.order_no} items={items} priceOf={priceOf} onDone={done} />
      <ItemGrid
        items={items}
        total={total}
        chosen={chosen}
        onChange={setChosen}
        notice={error !== undefined && <LoadFailure error={error} onRetry={again} />}
      >
        {good.length > 0 && chosen.size < good.length && (
          <Button
            variant="default"
            size="xs"
            // Until the last page is here, nobody knows what all of them are.
            loading={!isWhole && error === undefined}
            disabled={!isWhole}
            onClick={() => setChosen(new Set(good))}
          >
            {t('warrantyClaims.all')}
          </Button>
        )}
        {good.length > 0 && !isWholeAsked && (
          <Allowed to="refundOrder">
            <Button variant="default" size="xs" onClick={() => setIsWholeAsked(true)}>
              {t('warrantyClaims.whole')}
            </Button>
          </Allowed>
        )}
      </ItemGrid>
      {isWholeAsked && (
        <SettleForm
          title={t('warrantyClaims.wholeTitle')}
          orderNo={order.order_no}
          target={{}}
          price={formatMicro(parseMicro(order.total_amount) - parseMicro(order.refunded_amount))}
          onCancel={() => setIsWholeAsked(false)}
          onDone={done}
        />
      )}
      {chosen.size > 0 && (
        <SettleForm
          title={t('warrantyClaims.chosen', { count: chosen.size, n: chosen.size.toLocaleString(language) })}
          orderNo={order.order_no}
          target={{ item_ids: [...chosen] }}
          price={priceOf(chosen.size)}
          onDone={done}
        />
      )}
    </section>
  );
}

/** How many more are shown at a time: each account is a button. */
const STEP = 500;

const LOOKS = ['good', 'claimed', 'replaced', 'refunded'] as const;

type ItemGridProps = {
  items: readonly OrderItem[];
  total: number;
  /** Item ids. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Between the legend and the buttons. */
  notice: ReactNode;
  /** Buttons beside the one that shows more. */
  children: ReactNode;
};

/** The accounts of an order, each a square that is coloured by its state; the good ones can be chosen. */
function ItemGrid({ items, total, chosen, onChange, notice, children }: ItemGridProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [shown, setShown] = useState(STEP);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <>
      <h3>{t('warrantyClaims.items', { count: total, n: total.toLocaleString(language) })}</h3>
      <fieldset className={classes.grid}>
        <legend className="visually-hidden">{t('warrantyClaims.choose')}</legend>
        {items.slice(0, shown).map((item, index) => (
          <ItemButton
            key={item.id}
            item={item}
            number={index + 1}
            isChosen={chosen.has(item.id)}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </fieldset>
      <p className={classes.legend}>
        {LOOKS.map((look) => (
          <span key={look} data-look={look}>
            {t(`warrantyClaims.item.${look}`)}
          </span>
        ))}
      </p>
      {notice}
      <div className={classes.answers}>
        {total > shown && (
          <Button variant="default" size="xs" onClick={() => setShown(shown + STEP)}>
            {t('warrantyClaims.more', {
              shown: shown.toLocaleString(language),
              n: total.toLocaleString(language),
            })}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

type ItemButtonProps = { item: OrderItem; number: number; isChosen: boolean; onToggle: () => void };

/** One account of an order with its state; a good one can be selected. */
function ItemButton({ item: { state, claim }, number, isChosen, onToggle }: ItemButtonProps) {
  const { t } = useTranslation('admin');
  const look = state === 'good' && claim?.state === 'open' ? 'claimed' : state;
  return (
    <button
      type="button"
      className={classes.item}
      data-look={look}
      aria-pressed={isChosen}
      disabled={state !== 'good'}
      title={t(`warrantyClaims.item.${look}`)}
      aria-label={`${number}, ${t(`warrantyClaims.item.${look}`)}`}
      onClick={onToggle}
    >
      {number}
    </button>
  );
}

type ItemClaim = NonNullable<OrderItem['claim']>;

type OpenWarrantyClaimsProps = {
  orderNo: string;
  items: readonly OrderItem[];
  /** What so many accounts of the order cost, in USDT. */
  priceOf: (accounts: number) => string;
  onDone: () => void;
};

/** The warranty claims of an order that wait for a decision, each with what was replaced or refunded of it so far. */
function OpenWarrantyClaims({ orderNo, items, priceOf, onDone }: OpenWarrantyClaimsProps) {
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

const A_TIME = 500;

/** All accounts of an order, loaded page by page; `isWhole` once the last page is there. */
function useOrderItems(orderNo: string) {
  const found = useInfiniteQuery(
    pages('listOrderItems', { params: { order_no: orderNo }, query: { limit: A_TIME } }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const read = found.data?.pages.length ?? 0;
  useEffect(() => {
    if (read > 0 && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [read, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    items: found.data?.pages.flatMap(({ items }) => items),
    total: found.data?.pages[0]?.total ?? 0,
    isWhole: found.data !== undefined && !hasNextPage,
    error: isError ? found.error : undefined,
    again: () => void (found.data ? fetchNextPage() : found.refetch()),
  };
}

import { Button, Skeleton } from '@mantine/core';
import type { AdminOrder, CheckResult, OrderItem } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { shareOf } from '@portside/contract/wire/quote';
import { useState, type ReactNode, useEffect } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import classes from './orders-admin.module.css';
import { SettleForm, useAfterSales } from './settle-form.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { pages, query } from '../../../lib/api/query.ts';

export const NONE: ReadonlySet<string> = new Set();

/** What the next so many accounts of an order are paid back at. */
export const priceOf = (
  order: Pick<AdminOrder, 'total_amount' | 'quantity' | 'refunded_accounts'>,
  accounts: number,
): string =>
  formatMicro(shareOf(parseMicro(order.total_amount), order.quantity, accounts, order.refunded_accounts));

/** The accounts of an order, and replacing or refunding any of them; nothing is chosen by who may do neither. */
export function OrderItems({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [chosen, setChosen] = useState(NONE);
  const [isWholeAsked, setIsWholeAsked] = useState(false);
  const may = useMay();
  const canSettle = may('replaceItems') || may('refundOrder');
  const { items, total, isWhole, error, again } = useOrderItems(order.order_no);
  const isRefundPending = useAfterSales(order.order_no).data?.pending.includes('refund') ?? false;
  if (!items) return error ? <LoadFailure error={error} onRetry={again} /> : <Skeleton height={120} />;

  const good = items.filter(({ state }) => state === 'good').map(({ id }) => id);
  // Some that were chosen may have been settled since.
  const picked = new Set(good.filter((id) => chosen.has(id)));
  const done = () => {
    setChosen(NONE);
    setIsWholeAsked(false);
  };
  return (
    <section className={classes.items}>
      <ItemGrid
        items={items}
        total={total}
        chosen={picked}
        onChange={canSettle ? setChosen : undefined}
        notice={error !== undefined && <LoadFailure error={error} onRetry={again} />}
      >
        {canSettle && picked.size < good.length && (
          <Button
            variant="default"
            size="xs"
            // "All" is unknown until the last page has loaded.
            loading={!isWhole && error === undefined}
            disabled={!isWhole}
            onClick={() => setChosen(new Set(good))}
          >
            {t('warrantyClaims.all')}
          </Button>
        )}
        {good.length > 0 && !isWholeAsked && !isRefundPending && (
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
          order={order}
          target={{}}
          accounts={good.length}
          price={formatMicro(parseMicro(order.total_amount) - parseMicro(order.refunded_amount))}
          onCancel={() => setIsWholeAsked(false)}
          onDone={done}
        />
      )}
      {picked.size > 0 && (
        <SettleForm
          title={t('warrantyClaims.chosen', { count: picked.size, n: picked.size.toLocaleString(language) })}
          order={order}
          target={{ item_ids: [...picked] }}
          accounts={picked.size}
          price={priceOf(order, picked.size)}
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
  /** None can be chosen without it. */
  onChange: ((chosen: ReadonlySet<string>) => void) | undefined;
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
    onChange?.(next);
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
            onToggle={onChange && (() => toggle(item.id))}
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

/** What the checker found of a claim's accounts, and what came of that; nothing where none was checked. */
export function ClaimCheck({ orderNo, claimId }: { orderNo: string; claimId: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const own = useChecks(orderNo).filter((one) => one.claim_id === claimId);
  if (own.length === 0) return null;
  const count = (wanted: CheckResult | null) =>
    own.filter(({ result }) => result === wanted).length.toLocaleString(language);
  const isOpen = own.some(({ result }) => result === null);
  const outcome = own[0]!.outcome;
  return (
    <p className={`${classes.hint} ${classes.checked} figures`}>
      <span>
        {isOpen
          ? t('checker.checking', { open: count(null) })
          : t('checker.ofClaim', { good: count('good'), dead: count('dead'), unknown: count('unknown') })}
      </span>
      {outcome !== null && outcome !== 'released' && outcome !== 'asks' && outcome !== 'withdrawn' && (
        <span>{t(`checker.outcome.${outcome}`)}</span>
      )}
    </p>
  );
}

const CHECKING_REFRESH_MS = 3_000;

/** What the checker found of accounts that were claimed of an order. */
function useChecks(orderNo: string) {
  const { data } = useQuery({
    ...query('listAccountChecks', { params: { order_no: orderNo } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ outcome }) => outcome === null) ? CHECKING_REFRESH_MS : false,
  });
  return data?.items ?? [];
}

type ClaimedItemsProps = {
  orderNo: string;
  /** All accounts of the order: their places are their numbers. */
  items: readonly OrderItem[];
  /** Those of a claim that wait. */
  claimed: readonly OrderItem[];
  /** Ids of those that are not settled now. */
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
};

/** Which of a claim's accounts are settled: all of them, unless some are left to wait. Not of a claim that is very long. */
export function ClaimedItems({ orderNo, items, claimed, left, onLeft }: ClaimedItemsProps) {
  const { t } = useTranslation('admin');
  const checks = new Map(useChecks(orderNo).map(({ item_id: id, result }) => [id, result]));
  if (claimed.length < 2 || claimed.length > STEP) return null;
  const numbers = new Map(items.map(({ id }, index) => [id, index + 1]));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    if (claimed.some((one) => !next.has(one.id))) onLeft(next);
  };
  return (
    <>
      <p className={classes.hint}>{t('warrantyClaims.some')}</p>
      <fieldset className={classes.grid}>
        <legend className="visually-hidden">{t('warrantyClaims.choose')}</legend>
        {claimed.map((item) => (
          <ItemButton
            key={item.id}
            item={item}
            number={numbers.get(item.id)!}
            isChosen={!left.has(item.id)}
            check={checks.get(item.id) ?? null}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </fieldset>
    </>
  );
}

type ItemButtonProps = {
  item: OrderItem;
  number: number;
  isChosen: boolean;
  /** What the checker said of it. */
  check?: CheckResult | null;
  onToggle: (() => void) | undefined;
};

const MARKS = { good: '✓', dead: '✕', unknown: '?' } as const;

/** One account of an order with its state; a good one can be selected. */
function ItemButton({ item: { state, claim }, number, isChosen, check = null, onToggle }: ItemButtonProps) {
  const { t } = useTranslation('admin');
  const look = state === 'good' && claim?.state === 'open' ? 'claimed' : state;
  const said = [t(`warrantyClaims.item.${look}`), ...(check ? [t(`checker.result.${check}`)] : [])].join(
    ', ',
  );
  return (
    <button
      type="button"
      className={classes.item}
      data-look={look}
      aria-pressed={isChosen}
      disabled={state !== 'good' || !onToggle}
      title={said}
      aria-label={`${number}, ${said}`}
      onClick={onToggle}
    >
      {number}
      {check && (
        <span className={classes.check} data-check={check} aria-hidden>
          {MARKS[check]}
        </span>
      )}
    </button>
  );
}

const A_TIME = 500;

/** All accounts of an order, loaded page by page; `isWhole` once the last page is there. */
export function useOrderItems(orderNo: string) {
  const found = useInfiniteQuery(
    pages('listOrderItems', { params: { order_no: orderNo }, query: { limit: A_TIME } }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const read = found.data?.pages.length ?? 0;
  useEffect(() => {
    // Several parts of the sheet want them.
    if (read > 0 && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [read, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    items: found.data?.pages.flatMap(({ items }) => items),
    total: found.data?.pages[0]?.total ?? 0,
    isWhole: found.data !== undefined && !hasNextPage,
    error: isError ? found.error : undefined,
    again: () => void (found.data ? fetchNextPage() : found.refetch()),
  };
}

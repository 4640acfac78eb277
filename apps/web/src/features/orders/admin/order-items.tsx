import { Button, Skeleton } from '@mantine/core';
import type { AdminOrder } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { ItemGrid } from './item-grid.tsx';
import { OpenWarrantyClaims } from './open-warranty-claims.tsx';
import classes from './order-items.module.css';
import { SettleForm } from './settle-form.tsx';
import { useOrderItems } from './use-order-items.ts';

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

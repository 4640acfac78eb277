import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Goods, StandingOrder } from '@portside/contract';
import { errorNameOf } from '@portside/contract/wire/errors';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { IconClockDollar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../lib/api/call.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { formatUsdt, showDecimal } from '../../../lib/format/numbers.ts';
import { formatDate } from '../../../lib/format/times.ts';
import { readDecimal } from '../../../lib/format/typed-numbers.ts';
import { useLiveEvent } from '../../../lib/live/live-events.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useOwnPrices } from '../../../ui/prices/use-own-prices.ts';
import { ofLink } from '../placing/use-goods.ts';
import classes from './standing-order.module.css';

const SHOWN = { limit: '50' };
const DAYS = ['7', '30', '90', '180'] as const;
const WIDTH_PX = 460;

function useStandingOrders() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKey('listStandingOrders') });
  // Each order that it places is told.
  useLiveEvent('notices', () => void refresh());
  return { ...useQuery(query('listStandingOrders', { query: SHOWN })), refresh };
}

/** For buyers, on the page of a sold-out product: theirs, or the way to one. */
export default function StandingOrderPart({ goods }: { goods: Goods }) {
  const isSignedIn = useStored((s) => s.token !== null);
  return isSignedIn ? <OfBuyer goods={goods} /> : null;
}

function OfBuyer({ goods }: { goods: Goods }) {
  const { t } = useTranslation('service');
  const { data } = useStandingOrders();
  const [isOpen, setIsOpen] = useState(false);
  const own = data?.items.find((one) => one.goods_id === goods.id && one.state === 'active');
  return (
    <section className={classes.box} aria-label={t('standing.title')}>
      <strong>{t('standing.title')}</strong>
      {own ? (
        <Line order={own} isOnProduct />
      ) : (
        <>
          <p className={classes.quiet}>{t('standing.lede')}</p>
          <Button
            variant="default"
            leftSection={<IconClockDollar size={18} />}
            disabled={!data}
            onClick={() => setIsOpen(true)}
          >
            {t('standing.open')}
          </Button>
        </>
      )}
      {isOpen && <StandingOrderForm goods={goods} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

type Values = { quantity: number | ''; price: string; days: string; gender: Goods['genders'][number] };

const PRICE = /^\d{1,9}(\.\d{1,6})?$/;
const MOST_ACCOUNTS = 1_000_000;

/** Begins with the smallest order at the buyer's own price. */
function useStandingForm(goods: Goods) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const least = goods.min_quantity;
  return useForm<Values>({
    initialValues: {
      quantity: least,
      price: showDecimal(formatMicro(unitPriceMicro(parsePrices(goods), least)), language),
      days: '30',
      gender: 'random',
    },
    validate: {
      quantity: (value) =>
        value !== '' && value >= least && value <= MOST_ACCOUNTS
          ? null
          : t('standing.quantityWrong', { least: least.toLocaleString(language) }),
      price: (value) => {
        const read = readDecimal(value, language);
        return PRICE.test(read) && /[1-9]/.test(read) ? null : t('standing.priceWrong');
      },
    },
  });
}

function StandingOrderForm({ goods: listed, onClose }: { goods: Goods; onClose: () => void }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const client = useQueryClient();
  const goods = useOwnPrices(ofLink(listed.link_key))?.withPrices(listed) ?? listed;
  // The same one, however often it is sent.
  const [idempotencyKey] = useState(randomKey);
  const form = useStandingForm(goods);
  const send = useThrottledAction(async ({ quantity, gender, price, days }: Values) => {
    const body = {
      goods_id: goods.id,
      quantity: Number(quantity),
      gender,
      most_price: readDecimal(price, language),
      days: Number(days),
      ...(goods.link_key && { link_key: goods.link_key }),
    };
    await call('createStandingOrder', { body }, { idempotencyKey });
    await client.invalidateQueries({ queryKey: queryKey('listStandingOrders') });
    onClose();
  });
  return (
    <Sheet title={t('standing.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
        <strong>{goods.name}</strong>
        <p className={classes.quiet}>{t('standing.how')}</p>
        <StandingFields goods={goods} form={form} />
        <ThrottledButton type="submit" action={send}>
          {t('standing.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

function StandingFields({ goods, form }: { goods: Goods; form: UseFormReturnType<Values> }) {
  const { t } = useTranslation(['service', 'translation']);
  const language = useLanguage();
  const { quantity, price } = form.values;
  const most = readDecimal(price, language);
  const isSum = quantity !== '' && Number.isInteger(quantity) && PRICE.test(most);
  return (
    <>
      <div className={classes.pair}>
        <WholeField label={t('standing.quantity')} data-autofocus {...form.getInputProps('quantity')} />
        <TextInput
          label={t('standing.price')}
          inputMode="decimal"
          autoComplete="off"
          rightSection="USDT"
          rightSectionWidth={62}
          {...form.getInputProps('price')}
        />
        <NativeSelect
          label={t('standing.until')}
          data={DAYS.map((days) => ({ value: days, label: t('standing.days', { count: Number(days) }) }))}
          {...form.getInputProps('days')}
        />
        {goods.genders.some((one) => one !== 'random') && (
          <NativeSelect
            label={t('translation:product.order.gender')}
            data={goods.genders.map((one) => ({
              value: one,
              label: one === 'random' ? t('standing.anyGender') : t(`translation:product.gender.${one}`),
            }))}
            {...form.getInputProps('gender')}
          />
        )}
      </div>
      <p className={`${classes.sum} figures`} aria-live="polite">
        {isSum &&
          t('standing.sum', {
            amount: formatUsdt(formatMicro(parseMicro(most) * BigInt(quantity)), language),
          })}
      </p>
    </>
  );
}

/** All of the buyer's, on the page of their orders; nothing for who has none. */
export function StandingOrders() {
  const { t } = useTranslation('service');
  const { data } = useStandingOrders();
  const [isAll, setIsAll] = useState(false);
  if (!data || data.items.length === 0) return null;
  const active = data.items.filter(({ state }) => state === 'active');
  const shown = isAll ? data.items : active;
  return (
    <Panel
      title={t('standing.list')}
      className={classes.panel}
      aside={
        data.items.length > active.length && (
          <Button size="xs" variant="subtle" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {t(isAll ? 'standing.onlyActive' : 'standing.all')}
          </Button>
        )
      }
    >
      {shown.length === 0 ? (
        <p className={classes.quiet}>{t('standing.none')}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((order) => (
            <li key={order.id} data-testid="standing-order">
              <Line order={order} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const TONES: Readonly<Record<StandingOrder['state'], Tone>> = {
  active: 'info',
  done: 'good',
  cancelled: 'neutral',
  ended: 'neutral',
};

function Line({ order, isOnProduct = false }: { order: StandingOrder; isOnProduct?: boolean }) {
  const { t } = useTranslation(['service', 'translation']);
  const language = useLanguage();
  const client = useQueryClient();
  const cancel = useThrottledAction(async () => {
    await call('cancelStandingOrder', { params: { id: order.id } });
    await client.invalidateQueries({ queryKey: queryKey('listStandingOrders') });
  });
  const why = order.waits_for === null ? undefined : errorNameOf(order.waits_for);
  return (
    <div className={classes.line}>
      <div className={classes.facts}>
        {!isOnProduct && (
          <Anchor component={Link} to={order.path} inherit fw={600}>
            {order.goods_name}
          </Anchor>
        )}
        <span className="figures">
          {t('standing.progress', {
            bought: order.bought.toLocaleString(language),
            quantity: order.quantity.toLocaleString(language),
          })}
        </span>
        <span className={`${classes.quiet} figures`}>
          {t('standing.terms', {
            price: formatUsdt(order.most_price, language),
            date: formatDate(order.ends_at, language),
          })}
        </span>
        {why && (
          <span className={classes.why}>
            {t('standing.waits', {
              why: why === 'priceChanged' ? t('standing.dear') : t(`translation:errors.${why}`),
            })}
          </span>
        )}
        {order.order_nos.length > 0 && (
          <span className={classes.orders}>
            {order.order_nos.map((number) => (
              <Anchor key={number} component={Link} to={`/order/${number}`} inherit>
                {number}
              </Anchor>
            ))}
          </span>
        )}
      </div>
      <div className={classes.end}>
        <StatusBadge tone={TONES[order.state]}>{t(`standing.state.${order.state}`)}</StatusBadge>
        {order.state === 'active' && (
          <ThrottledButton size="xs" variant="default" action={cancel}>
            {t('standing.cancel')}
          </ThrottledButton>
        )}
      </div>
    </div>
  );
}

import { Anchor, Button, CloseButton } from '@mantine/core';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { useOneGoods } from '../features/orders/placing/use-goods.ts';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { formatUsdt } from '../lib/format/numbers.ts';
import { forgetIntent, pathOfIntent, useOrderIntent, type OrderIntent } from '../lib/stored/order-intent.ts';
import { useStored } from '../lib/stored/stored-state.ts';
import { Link } from 'wouter';
import classes from './login.module.css';

type Props = {
  text: 'signIn' | 'topUp';
  /** What the order costs, in USDT; empty if unknown. */
  total?: string;
};

/**
 * The order that waits while its buyer signs in or tops up, with the way back, until it is put away; hidden without
 * one.
 */
export default function IntentNote({ text, total = '' }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const intent = useOrderIntent();
  const balance = useStored((s) => s.user?.balance);
  if (!intent) return null;
  const { goodsId, name, quantity } = intent;
  const missingMicro = total === '' || balance === undefined ? null : parseMicro(total) - parseMicro(balance);
  const isPaid = missingMicro !== null && missingMicro <= 0n;
  return (
    <aside className={classes.note} aria-label={t('browse.intent.label')}>
      <CloseButton
        className={classes.away}
        aria-label={t('browse.intent.discard')}
        title={t('browse.intent.discard')}
        onClick={() => forgetIntent(goodsId)}
      />
      <p className={`${classes.order} figures`}>
        <Anchor component={Link} to={pathOfIntent(intent)} inherit>
          {quantity === null
            ? name
            : t('browse.intent.quantity', { name, quantity: quantity.toLocaleString(language) })}
        </Anchor>
      </p>
      {text === 'signIn' && <PriceOf goodsId={goodsId} quantity={quantity} />}
      {missingMicro !== null && !isPaid && (
        <p className={`${classes.least} figures`}>
          {t('browse.intent.least', { amount: formatUsdt(formatMicro(missingMicro), language) })}
        </p>
      )}
      <p className={classes.text} aria-live="polite">
        {t(`browse.intent.${isPaid ? 'paid' : text}`)}
      </p>
      {(isPaid || (text === 'topUp' && total === '')) && (
        <Button component={Link} to={pathOfIntent(intent)} mt={10} color="signal.6">
          {t('recharges.result.toOrder')}
        </Button>
      )}
    </aside>
  );
}

/** What it costs as listed; prices of the buyer's own show once they are signed in. */
function PriceOf({ goodsId, quantity }: Pick<OrderIntent, 'goodsId' | 'quantity'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: goods } = useOneGoods(goodsId);
  if (!goods) return null;
  const micro = unitPriceMicro(parsePrices(goods), quantity ?? goods.min_quantity);
  const price = formatUsdt(formatMicro(micro), language);
  const total = quantity !== null && formatUsdt(formatMicro(micro * BigInt(quantity)), language);
  return (
    <p className={`${classes.least} figures`}>
      {total ? t('browse.intent.total', { total, price }) : t('browse.intent.price', { price })}
    </p>
  );
}

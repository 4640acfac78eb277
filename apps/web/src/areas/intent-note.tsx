import { Anchor, CloseButton } from '@mantine/core';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { formatUsdt } from '../lib/format/numbers.ts';
import { forgetIntent, pathOfIntent, useOrderIntent } from '../lib/stored/order-intent.ts';
import { Link } from 'wouter';
import classes from './login.module.css';

type Props = {
  text: 'signIn' | 'topUp';
  /** How much the order is short, in USDT; empty if unknown. */
  missing?: string;
};

/**
 * The order that waits while its buyer signs in or tops up, with the way back, until it is put away; hidden without
 * one.
 */
export default function IntentNote({ text, missing = '' }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const intent = useOrderIntent();
  if (!intent) return null;
  const { goodsId, name, quantity } = intent;
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
      {missing !== '' && (
        <p className={`${classes.least} figures`}>
          {t('browse.intent.least', { amount: formatUsdt(missing, language) })}
        </p>
      )}
      <p className={classes.text}>{t(`browse.intent.${text}`)}</p>
    </aside>
  );
}

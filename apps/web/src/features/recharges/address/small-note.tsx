import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useSmallPayments } from './use-small-payments.ts';

/** What has arrived on a network below its minimum, and how much is missing; nothing where nothing waits. */
export function SmallNote({ type }: { type: Network }) {
  const { t } = useTranslation('address');
  const language = useLanguage();
  const small = useSmallPayments().data?.find((one) => one.type === type);
  if (!small) return null;
  const amounts = {
    amount: formatUsdt(small.amount, language),
    minimum: formatUsdt(small.minimum_amount, language),
    missing: formatUsdt(small.missing_amount, language),
  };
  return (
    <Callout tone="warn" title={t('smallList.waiting')}>
      {t('small', amounts)}
    </Callout>
  );
}

import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { Link } from '../../../lib/router/link.tsx';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useFailureWording } from '../../../locales/failure-wording.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import type { OrderPhase } from './use-place-order.ts';

type Props = { area: '/client' | '/mobile'; phase: Exclude<OrderPhase, { kind: 'placed' }> };

/** Result of the last attempt: refused, price changed, or unknown. */
export function OrderNotice({ area, phase }: Props) {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const wordingOf = useFailureWording();
  if (phase.kind === 'unanswered')
    return (
      <Callout tone="warn" title={t('product.notice.unansweredTitle')} icon={<IconAlertTriangle size={18} />}>
        {t('product.notice.unanswered')}
        {space}
        <Anchor component={Link} to={`${area}/purchase-record`} inherit fw={600}>
          {t('product.notice.record')}
        </Anchor>
      </Callout>
    );
  if (!phase.refusal) return null;
  const isPrice = isRefusal(phase.refusal, 'priceChanged');
  return (
    <Callout
      tone={isPrice ? 'warn' : 'bad'}
      title={isPrice ? t('product.notice.priceTitle') : t('product.notice.refusedTitle')}
      icon={<IconAlertTriangle size={18} />}
    >
      {isPrice ? t('product.notice.price') : wordingOf(phase.refusal)}
    </Callout>
  );
}

import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useSmallPayments, useSmallText } from './use-small-payments.ts';

/** What has arrived on a network below its minimum, and how much is missing; nothing where nothing waits. */
export function SmallNote({ type }: { type: Network }) {
  const { t } = useTranslation('address');
  const textOf = useSmallText();
  const small = useSmallPayments().data?.find((one) => one.type === type);
  if (!small) return null;
  return (
    <Callout tone="warn" title={t('smallList.waiting')}>
      {textOf(small)}
    </Callout>
  );
}

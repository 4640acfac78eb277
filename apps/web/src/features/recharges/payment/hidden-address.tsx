import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';

/** In place of the ways to pay a top-up whose addresses are not the shop's. */
export default function HiddenAddress() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Callout
        tone="bad"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title={t('recharges.payment.hiddenTitle')}
      >
        {t('recharges.payment.hiddenText')}
      </Callout>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Link } from '../../../lib/router/link.tsx';
import { pathOfIntent, useOrderIntent } from '../../../lib/stored/order-intent.ts';

/** The way back to the order that the payment was for; nothing without one. */
export function BackToOrder() {
  const { t } = useTranslation();
  const intent = useOrderIntent();
  if (!intent) return null;
  return (
    <Button component={Link} to={pathOfIntent(intent)} size="md" color="signal.6">
      {t('recharges.result.toOrder')}
    </Button>
  );
}

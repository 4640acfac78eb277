import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { currentArea } from '../lib/browser/current-area.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { EmptyState } from '../ui/messages/empty-state.tsx';
import { EmptyQuayPicture } from '../ui/pictures/pictures.tsx';

/** Instead of a product that nobody sells here any more. */
export default function GoneProduct() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<EmptyQuayPicture />}
      text={t('product.order.gone')}
      action={
        <Button component={Link} to={`${currentArea()}/purchase-account`}>
          {t('product.others')}
        </Button>
      }
    />
  );
}

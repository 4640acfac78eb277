import { useTranslation } from '../../locales/use-translation.ts';
import { BytesImage } from '../../ui/data/bytes-image.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './support.module.css';

const WIDTH_PX = 960;

/** An image at full size. */
export function ImageSheet({ bytes, onClose }: { bytes: Blob; onClose: () => void }) {
  const { t } = useTranslation('service');
  return (
    <Sheet title={t('support.image.title')} size={WIDTH_PX} onClose={onClose}>
      <BytesImage className={classes.whole} bytes={bytes} alt={t('support.image.title')} />
    </Sheet>
  );
}

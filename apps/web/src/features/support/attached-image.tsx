import { CloseButton } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { BytesImage } from '../../ui/data/bytes-image.tsx';
import classes from './composer.module.css';

/** An attached image that can still be removed. */
export function AttachedImage({ image, onRemove }: { image: File; onRemove: () => void }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.attached}>
      <BytesImage className={classes.preview} bytes={image} alt="" />
      <span className={classes.name}>{image.name}</span>
      <CloseButton size="sm" aria-label={t('support.image.remove')} onClick={onRemove} />
    </div>
  );
}

import { Button, FileButton } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { IMAGE_REFUSALS, IMAGE_TYPES, imageProblem, refusedImage } from '../../../lib/image-problem.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

const SIZE_PX = 96;

/** A product's picture. Saved immediately, apart from the form. */
export function GoodsImage({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const [image, setImage] = useState(goods.image);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);
  const params = { id: goods.id };
  const keep = async (kept: AdminGoods) => {
    setImage(kept.image);
    await changed();
  };
  const upload = useThrottledAction(async (file: File) => {
    const found = imageProblem(file);
    setProblem(found);
    if (found !== null) return;
    try {
      await keep(await call('setGoodsImage', { params, image: file }, { quietFor: IMAGE_REFUSALS }));
    } catch (error) {
      setProblem(refusedImage(error));
      throw error;
    }
  });
  return (
    <div className={classes.picture}>
      {image ? (
        <img src={image} width={SIZE_PX} height={SIZE_PX} alt={t('goods.image.of', { name: goods.name })} />
      ) : (
        <span className={classes.noPicture}>
          <IconPhoto size={30} stroke={1.3} aria-hidden />
        </span>
      )}
      <div>
        <div className={classes.buttons}>
          <Allowed to="setGoodsImage">
            <FileButton accept={IMAGE_TYPES.join()} onChange={(file) => file && void upload.run(file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default" loading={upload.isRunning}>
                  {t(image ? 'goods.image.replace' : 'goods.image.choose')}
                </Button>
              )}
            </FileButton>
          </Allowed>
          {image && (
            <Allowed to="removeGoodsImage">
              <ConfirmButton
                size="xs"
                variant="subtle"
                color="red"
                question={t('goods.image.ask')}
                onConfirm={async () => keep(await call('removeGoodsImage', { params }))}
              >
                {t('goods.image.remove')}
              </ConfirmButton>
            </Allowed>
          )}
        </div>
        <p className={problem ? classes.problem : classes.quiet} aria-live="polite">
          {t(`goods.image.${problem ?? 'hint'}`)}
        </p>
      </div>
    </div>
  );
}

import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { CHOOSES_AGAIN } from '../../../lib/browser/decode-file.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { IMAGE_REFUSALS, IMAGE_TYPES, imageProblem, refusedImage } from '../../../lib/format/field-rules.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import classes from './goods-form.module.css';

const SIZE_PX = 96;

type Pictured = { id: string; name: string; image: string | null };

type Props = {
  of: Pictured;
  /** The calls that set and remove it. */
  to: ['setGoodsImage', 'removeGoodsImage'] | ['setCategoryImage', 'removeCategoryImage'];
  onChanged: () => Promise<void>;
};

/** The picture of a product or category. Saved immediately, apart from the form. */
export function ImageEditor({ of: { id, name, image: before }, to: [set, remove], onChanged }: Props) {
  const { t } = useTranslation('admin');
  const [image, setImage] = useState(before);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);
  const params = { id };
  const keep = async (kept: Pictured) => {
    setImage(kept.image);
    await onChanged();
  };
  const upload = useThrottledAction(async (file: File) => {
    const found = imageProblem(file);
    setProblem(found);
    if (found !== null) return;
    try {
      await keep(await call(set, { params, image: file }, { quietFor: IMAGE_REFUSALS }));
    } catch (error) {
      setProblem(refusedImage(error));
      throw error;
    }
  });
  return (
    <div className={classes.picture}>
      {image ? (
        <img src={image} width={SIZE_PX} height={SIZE_PX} alt={t('goods.image.of', { name })} />
      ) : (
        <span className={classes.noPicture}>
          <IconPhoto size={30} stroke={1.3} aria-hidden />
        </span>
      )}
      <div>
        <div className={classes.buttons}>
          <Allowed to={set}>
            <FileButton
              inputProps={CHOOSES_AGAIN}
              accept={IMAGE_TYPES.join()}
              onChange={(file) => file && void upload.run(file)}
            >
              {(props) => (
                <Button {...props} size="xs" variant="default" loading={upload.isRunning}>
                  {t(image ? 'goods.image.replace' : 'goods.image.choose')}
                </Button>
              )}
            </FileButton>
          </Allowed>
          {image && (
            <Allowed to={remove}>
              <ConfirmButton
                size="xs"
                variant="subtle"
                color="red"
                question={t('goods.image.ask')}
                onConfirm={async () => keep(await call(remove, { params }))}
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

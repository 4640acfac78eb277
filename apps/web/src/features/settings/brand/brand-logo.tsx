import { Button, FileButton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Logo } from '../../../ui/layout/logo.tsx';
import { logoAddress, readColour, type BrandValues } from './brand-values.ts';
import classes from './brand-form.module.css';
import { toLogo } from './to-logo.ts';

type Form = Pick<UseFormReturnType<BrandValues>, 'values' | 'setFieldValue' | 'getValues'>;

const SIZE_PX = 72;
const PICTURES = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** The logo of the draft. The picture is uploaded at once; the form keeps the texts that are not saved yet. */
export function BrandLogo({ form }: { form: Form }) {
  const { t } = useTranslation('admin');
  const [isWrong, setWrong] = useState(false);
  const { logo } = form.values;
  const upload = useThrottledAction(async (file: File) => {
    const drawn = await toLogo(file, readColour(form.getValues().main_colour));
    setWrong(drawn === null);
    if (drawn === null) return;
    const { draft } = await call('setBrandLogo', drawn);
    form.setFieldValue('logo', draft!.logo);
  });
  return (
    <div className={classes.logo}>
      {logo ? (
        <img src={logoAddress(logo)} width={SIZE_PX} height={SIZE_PX} alt="" />
      ) : (
        <Logo size={SIZE_PX} />
      )}
      <div>
        <strong>{t('brand.field.logo')}</strong>
        <div className={classes.buttons}>
          <FileButton accept={PICTURES} onChange={(file) => file && void upload.run(file)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={upload.isRunning}>
                {t('brand.chooseLogo')}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button size="xs" variant="subtle" color="red" onClick={() => form.setFieldValue('logo', null)}>
              {t('brand.removeLogo')}
            </Button>
          )}
        </div>
        <p className={isWrong ? classes.problem : classes.quiet} aria-live="polite">
          {t(isWrong ? 'brand.notImage' : 'brand.hint.logo')}
        </p>
      </div>
    </div>
  );
}

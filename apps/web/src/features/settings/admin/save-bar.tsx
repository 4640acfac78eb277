import { Button } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './shop-settings.module.css';

type Props = { save: ThrottledAction<never[]>; onReset: () => void };

/** Shown at the bottom of the screen while there are unsaved changes. */
export function SaveBar({ save, onReset }: Props) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.save}>
      <p aria-live="polite">{t('settings.unsaved')}</p>
      <div>
        <Button variant="subtle" onClick={onReset}>
          {t('settings.undo')}
        </Button>
        <ThrottledButton type="submit" action={save}>
          {t('settings.save')}
        </ThrottledButton>
      </div>
    </div>
  );
}

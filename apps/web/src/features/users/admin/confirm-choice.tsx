import { Button } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './user-sheet.module.css';

type Props = {
  /** Label of the confirming button: what was chosen, and for whom. */
  children: string;
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
};

/** Confirms a choice of a select field, so that a key pressed by mistake changes nothing. */
export function ConfirmChoice({ children, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const send = useThrottledAction(onConfirm);
  return (
    <div className={classes.line} aria-live="polite">
      <ThrottledButton size="xs" action={send} className={classes.words}>
        {children}
      </ThrottledButton>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
    </div>
  );
}

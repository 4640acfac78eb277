import { Button } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import classes from './two-factor-sheet.module.css';

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('security.recovery.text')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={classes.secret}>
        <CopyButton text={codes.join('\n')} name={t('security.recovery.title')} />
      </p>
      <Button onClick={onDone}>{t('security.recovery.done')}</Button>
    </div>
  );
}

import { PinInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './code-field.module.css';

const DIGITS = 6;

export const isWholeCode = (code: string): boolean => code.length === DIGITS;

type Props = {
  /** Label; the authenticator app's by default. */
  label?: string;
  value: string;
  /** Error of the last code; empty where there is none. */
  wrong: string;
  isFirst?: boolean;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
};

/** A six-digit code of an authenticator app or e-mail. */
export function CodeField({ label, value, wrong, isFirst = false, onChange, onComplete }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.field}>
      <PinInput
        length={DIGITS}
        type="number"
        oneTimeCode
        {...(isFirst && { 'data-autofocus': true, autoFocus: true })}
        aria-label={label ?? t('sessions.field.totp')}
        value={value}
        onChange={onChange}
        {...(onComplete && { onComplete })}
        error={wrong !== ''}
      />
      {wrong !== '' && (
        <p role="alert" className={classes.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}

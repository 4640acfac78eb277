import { Anchor, PinInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';
import classes from './code-field.module.css';

const DIGITS = 6;

const RECOVERY_LENGTH = 11;

/** A code of the app, or a recovery code. */
export const isWholeCode = (code: string): boolean => /^(\d{6}|[A-Z2-7]{5}-?[A-Z2-7]{5})$/i.test(code.trim());

type Props = {
  /** Label; the authenticator app's by default. */
  label?: string;
  value: string;
  /** Error of the last code; empty where there is none. */
  wrong: string;
  isFirst?: boolean;
  /** Whether a recovery code may take the place of the app's. */
  takesRecovery?: boolean;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
};

/** A six-digit code of an authenticator app or e-mail. */
export function CodeField({ label, value, wrong, isFirst, takesRecovery, onChange, onComplete }: Props) {
  const { t } = useTranslation();
  const [isRecovery, setIsRecovery] = useState(false);
  const first = isFirst ? { 'data-autofocus': true, autoFocus: true } : {};
  return (
    <div className={classes.field} data-secret>
      {isRecovery ? (
        <TextInput
          aria-label={t('sessions.field.recoveryCode')}
          placeholder="ABCDE-FGHIJ"
          maxLength={RECOVERY_LENGTH}
          autoComplete="off"
          ref={focusNow}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={wrong !== ''}
        />
      ) : (
        <PinInput
          length={DIGITS}
          type="number"
          oneTimeCode
          {...first}
          aria-label={label ?? t('sessions.field.totp')}
          value={value}
          onChange={onChange}
          {...(onComplete && { onComplete })}
          error={wrong !== ''}
        />
      )}
      {wrong !== '' && (
        <p role="alert" className={classes.wrong}>
          {wrong}
        </p>
      )}
      {takesRecovery && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            onChange('');
            setIsRecovery(!isRecovery);
          }}
        >
          {t(isRecovery ? 'sessions.login.useApp' : 'sessions.login.useRecovery')}
        </Anchor>
      )}
    </div>
  );
}

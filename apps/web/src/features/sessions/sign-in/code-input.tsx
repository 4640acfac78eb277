import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';

const APP_DIGITS = 6;
const RECOVERY_LENGTH = 11;

type Props = {
  /** What the form's `getInputProps` gives. */
  field: TextInputProps;
  onClear: () => void;
};

/** The second factor of a sign-in: the app's code, or a recovery code. */
export function CodeInput({ field, onClear }: Props) {
  const { t } = useTranslation();
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <>
      <TextInput
        key={isRecovery ? 'recovery' : 'app'}
        label={t(isRecovery ? 'sessions.field.recoveryCode' : 'sessions.field.totp')}
        description={t(isRecovery ? 'sessions.login.recoveryHint' : 'sessions.login.codeHint')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        maxLength={isRecovery ? RECOVERY_LENGTH : APP_DIGITS}
        data-secret
        ref={focusNow}
        {...field}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ justifySelf: 'start' }}
        onClick={() => {
          onClear();
          setIsRecovery(!isRecovery);
        }}
      >
        {t(isRecovery ? 'sessions.login.useApp' : 'sessions.login.useRecovery')}
      </Anchor>
    </>
  );
}

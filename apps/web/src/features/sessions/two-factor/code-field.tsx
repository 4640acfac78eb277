import { readOneTimeCode, readRecoveryCode } from '@portside/contract/wire/pasted';
import { plainText } from '@portside/contract/wire/plain-text';
import { Anchor, PinInput, TextInput, Button } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/screen.ts';
import classes from './two-factor.module.css';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';

const DIGITS = 6;

/** A code of the app, or a recovery code. */
export const isWholeCode = (code: string): boolean =>
  readOneTimeCode(code) !== null || readRecoveryCode(code) !== null;

type Props = {
  /** Label; the authenticator app's by default. */
  label?: string;
  value: string;
  /** Error of the last code; empty if there is none. */
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
  /** The boxes take bare digits only; a code with something round it is read here. */
  function paste(event: ClipboardEvent) {
    const code = readOneTimeCode(event.clipboardData.getData('text'));
    if (code === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(code);
    onComplete?.(code);
  }
  const first = isFirst ? { 'data-autofocus': true, autoFocus: true } : {};
  return (
    <div className={classes.field}>
      {isRecovery ? (
        <TextInput
          aria-label={t('sessions.field.recoveryCode')}
          placeholder="ABCDE-FGHIJ"
          autoComplete="off"
          ref={focusNow}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={wrong !== ''}
        />
      ) : (
        <PinInput
          length={DIGITS}
          // Digits of any script and width: they are shown as 0 to 9.
          type={/^\p{Nd}+$/u}
          inputType="tel"
          inputMode="numeric"
          oneTimeCode
          {...first}
          onPasteCapture={paste}
          aria-label={label ?? t('sessions.field.totp')}
          value={value}
          onChange={(digits) => onChange(plainText(digits))}
          {...(onComplete && { onComplete: (digits: string) => onComplete(plainText(digits)) })}
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

/** Shows the recovery codes, this once only. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('security.recovery.text')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <p className={classes.secret}>
        <CopyButton text={codes.join('\n')} name={t('security.recovery.title')} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.7} />}
          onClick={() => saveCodes(codes)}
        >
          {t('security.recovery.save')}
        </Button>
      </p>
      <Button onClick={onDone}>{t('security.recovery.done')}</Button>
    </div>
  );
}

/** Named by the shop: people keep such files of many. */
const saveCodes = (codes: readonly string[]): void => {
  const text = [location.host, ...codes, ''].join('\n');
  void saveFile(new Blob([text], { type: 'text/plain' }), `recovery-codes-${location.hostname}.txt`);
};

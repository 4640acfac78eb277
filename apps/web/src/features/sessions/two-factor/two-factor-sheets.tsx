import type { Data } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useForm } from '@mantine/form';
import { call } from '../../../lib/api/call.ts';
import { fieldRefusals, isRefusal } from '../../../lib/api/api-error.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { rules, withMessage } from '../rules.tsx';
import classes from './two-factor.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { CodeField, RecoveryCodes, isWholeCode } from './code-field.tsx';

const WIDE_PX = 480;

/** Two steps: the password, then the secret and a first code. */
export function TurnOnTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const [enrolment, setEnrolment] = useState<Data<'beginTwoFactor'> | null>(null);
  return (
    <Sheet title={t('security.twoFactor.title')} size={WIDE_PX} onClose={onClose}>
      {enrolment ? (
        <ConfirmTwoFactor enrolment={enrolment} onDone={onClose} />
      ) : (
        <ConfirmPassword onProven={setEnrolment} />
      )}
    </Sheet>
  );
}

const atFields = fieldRefusals({ oldPasswordWrong: 'password' });

/** Asks for the password, and with it requests a new secret. */
function ConfirmPassword({ onProven }: { onProven: (enrolment: Data<'beginTwoFactor'>) => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: withMessage(rules.password) },
  });
  const begin = useThrottledAction(async (body: typeof form.values) => {
    try {
      onProven(await call('beginTwoFactor', { body }, { quietFor: atFields.names }));
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(begin.run)} noValidate>
      <p className={classes.text}>{t('security.twoFactor.prove')}</p>
      <PasswordField
        label={shop('sessions.field.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <ThrottledButton type="submit" action={begin}>
        {t('security.twoFactor.next')}
      </ThrottledButton>
    </form>
  );
}

type Props = { enrolment: Data<'beginTwoFactor'>; onDone: () => void };

/** Shows the secret once, as QR code and text; a first code proves that an app has it. Then the recovery codes. */
function ConfirmTwoFactor({ enrolment: { uri, secret }, onDone }: Props) {
  const { t } = useTranslation('service');
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  // Not before: the identity with the second factor turned on closes this sheet.
  const leave = (): void => {
    void client.invalidateQueries({ queryKey: queryKey('readIdentity') });
    onDone();
  };
  const confirm = useThrottledAction(async (totp_code: string) => {
    try {
      const request = { body: { totp_code } };
      const confirmed = await call('confirmTwoFactor', request, { quietFor: ['codeWrong'] });
      setRecoveryCodes(confirmed.recovery_codes);
    } catch (error) {
      if (isRefusal(error, 'codeWrong')) setWrong(wordingOf(error));
      setCode('');
      throw error;
    }
    toastSuccess('two-factor', t('security.twoFactor.isOn'));
    void client.invalidateQueries({ queryKey: queryKey('listOwnSessions') });
  }, code);
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={leave} />;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run(code);
      }}
    >
      <p className={classes.text}>{t('security.twoFactor.scan')}</p>
      <div className={classes.code}>
        <QrTile label={t('security.twoFactor.qr')} text={uri} />
      </div>
      <p className={classes.secret}>
        <span>{t('security.twoFactor.byHand')}</span>
        <code translate="no">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={secret} name={t('security.twoFactor.copySecret')} />
      </p>
      <p className={classes.text}>{t('security.twoFactor.enter')}</p>
      <CodeField
        isFirst
        value={code}
        wrong={wrong}
        onChange={setCode}
        onComplete={(whole) => void confirm.run(whole)}
      />
      <ThrottledButton type="submit" action={confirm} disabled={!isWholeCode(code)}>
        {t('security.twoFactor.turnOn')}
      </ThrottledButton>
      <p className={classes.note}>{t('security.twoFactor.lost')}</p>
    </form>
  );
}

const WIDTH_PX = 420;
const offFields = fieldRefusals({ oldPasswordWrong: 'password', codeWrong: 'totp_code' });

/** Needs password and code together: a stolen session is not enough. */
export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const [wrong, setWrong] = useState('');
  const form = useForm({
    initialValues: { password: '', totp_code: '' },
    validate: { password: withMessage(rules.password) },
  });
  const { totp_code: code } = form.values;
  const turnOff = useThrottledAction(async (body: typeof form.values) => {
    try {
      await call('turnOffTwoFactor', { body }, { quietFor: offFields.names });
    } catch (error) {
      const shown = offFields.find(error);
      if (shown?.field === 'totp_code') {
        form.setFieldValue('totp_code', '');
        setWrong(wordingOf(shown.refusal));
      } else if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    toastSuccess('two-factor', t('security.twoFactor.isOff'));
    await client.invalidateQueries({ queryKey: queryKey('readIdentity') });
    void client.invalidateQueries({ queryKey: queryKey('listOwnSessions') });
    onClose();
  }, code);
  return (
    <Sheet title={t('security.twoFactor.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(turnOff.run)} noValidate>
        <p className={classes.text}>{t('security.twoFactor.offText')}</p>
        <PasswordField
          label={shop('sessions.field.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField
          takesRecovery
          value={code}
          wrong={wrong}
          onChange={(digits) => form.setFieldValue('totp_code', digits)}
        />
        <ThrottledButton type="submit" color="red" action={turnOff} disabled={!isWholeCode(code)}>
          {t('security.twoFactor.turnOff')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** Replaces the recovery codes; the dialog of fresh codes asks first. */
export function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useThrottledAction(async () => {
    setCodes((await call('createRecoveryCodes')).recovery_codes);
    await client.invalidateQueries({ queryKey: queryKey('readIdentity') });
  });
  return (
    <Sheet title={t('security.recovery.title')} size={WIDTH_PX} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <div className={classes.form}>
          <p className={classes.text}>{t('security.recovery.ask')}</p>
          <ThrottledButton action={renew}>{t('security.recovery.renew')}</ThrottledButton>
        </div>
      )}
    </Sheet>
  );
}

import { Button, Checkbox, Input, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { PROTOCOL_NAMES, SCOPES, type Protocol, type Scope } from '@portside/contract/wire/actions';
import type { Data } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldRefusals } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { nowMs } from '../../lib/clock.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { fromLocalTime, withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import parts from '../../ui/layout/small-list.module.css';
import { TypedIn, type Connection } from './connect-shop.tsx';
import classes from './api-keys.module.css';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

const WIDTH_PX = 520;

/** The texts of a scope; a colon would separate their namespace. */
const TEXTS = {
  catalogue: 'catalogue',
  balance: 'balance',
  'orders:place': 'orders_place',
  'orders:read': 'orders_read',
  'accounts:read': 'accounts_read',
  'top-up': 'top_up',
  claims: 'claims',
  webhooks: 'webhooks',
} as const satisfies Record<Scope, string>;

/** As far as a form can tell; the server reads them. */
export const isRange = (text: string): boolean =>
  /^([\d.]{7,15}(\/\d{1,2})?|[\da-f:.]*:[\da-f:.]*(\/\d{1,3})?)$/i.test(text);

const isAmount = (text: string): boolean => AMOUNT.test(text) && /[1-9]/.test(text);
const isFuture = (local: string): boolean => Date.parse(fromLocalTime(local)) > nowMs();

/** What a shop of each kind asks for: it does all of it, or sells nothing. */
const NEEDED: Record<Protocol, Scope[]> = {
  'dujiao-next': ['catalogue', 'balance', 'orders:place', 'orders:read', 'accounts:read'],
  'acg-faka': ['catalogue', 'balance', 'orders:place', 'accounts:read'],
  panel: ['catalogue', 'balance', 'orders:place', 'orders:read', 'accounts:read', 'claims'],
};

type Values = {
  name: string;
  /** Empty for the API. */
  protocol: Protocol | '';
  scopes: Scope[];
  ranges: string[];
  ends: string;
  spend: string;
  password: string;
};

const atFields = fieldRefusals({ oldPasswordWrong: 'password' });

/** Makes a key, and shows it this once. */
export default function CreateKey({
  connections,
  onClose,
}: {
  connections: Connection[];
  onClose: () => void;
}) {
  const { t } = useTranslation('service');
  const [made, setMade] = useState<Data<'createApiKey'> | null>(null);
  const connection = connections.find(({ protocol }) => protocol === made?.protocol);
  return (
    <Sheet title={t(made === null ? 'apiKeys.add' : 'apiKeys.made')} size={WIDTH_PX} onClose={onClose}>
      {made === null ? (
        <KeyForm connections={connections} onMade={setMade} />
      ) : (
        <div className={parts.form}>
          <Callout tone="warn">{t('apiKeys.madeText')}</Callout>
          {connection ? (
            <>
              <TypedIn connection={connection} made={made} />
              <Button variant="default" onClick={onClose}>
                {t('apiKeys.done')}
              </Button>
            </>
          ) : (
            <NewSecret
              secret={made.secret}
              callbackSecret={made.callback_secret}
              copy={t('apiKeys.copy')}
              done={t('apiKeys.done')}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

type Secret = {
  secret: string;
  callbackSecret?: string | null;
  copy: string;
  done: string;
  onClose: () => void;
};

/** A key that was just made. */
export function NewSecret({ secret, callbackSecret = null, copy, done, onClose }: Secret) {
  const { t } = useTranslation('service');
  return (
    <>
      <code className={classes.secret} translate="no">
        {secret}
      </code>
      <div className={parts.buttons}>
        <CopyButton text={secret} label={copy} />
      </div>
      {callbackSecret !== null && (
        <>
          <p className={parts.quiet}>{t('apiKeys.callbackSecret')}</p>
          <code className={classes.secret} translate="no" data-testid="callback-secret">
            {callbackSecret}
          </code>
          <div className={parts.buttons}>
            <CopyButton text={callbackSecret} label={t('webhooks.copySecret')} />
          </div>
        </>
      )}
      <div className={parts.buttons}>
        <Button variant="default" onClick={onClose}>
          {done}
        </Button>
      </div>
    </>
  );
}

type FormProps = { connections: Connection[]; onMade: (made: Data<'createApiKey'>) => void };

function KeyForm({ connections, onMade }: FormProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { name: '', protocol: '', scopes: [], ranges: [], ends: '', spend: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('apiKeys.nameMissing') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('apiKeys.scopesMissing') : null),
      ranges: (ranges) => (ranges.every(isRange) ? null : t('apiKeys.rangesWrong')),
      ends: (ends) => (ends === '' || isFuture(ends) ? null : t('apiKeys.endsWrong')),
      spend: (spend) => (spend === '' || isAmount(spend) ? null : t('apiKeys.spendWrong')),
      password: (password) => (password === '' ? t('apiKeys.passwordMissing') : null),
    },
  });
  useUnsaved(() => form.isDirty());
  const create = useThrottledAction(async ({ name, protocol, ends, spend, ...rest }: Values) => {
    const body = {
      ...rest,
      name: name.trim(),
      ...(protocol && { protocol }),
      ...(ends && { ends_at: fromLocalTime(ends) }),
      ...(spend && { spend_a_day: spend }),
    };
    try {
      const made = await call('createApiKey', { body }, { quietFor: atFields.names });
      await client.invalidateQueries({ queryKey: queryKey('listOwnApiKeys') });
      onMade(made);
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  });
  return (
    <form className={parts.form} onSubmit={form.onSubmit(create.run)} noValidate>
      <TextInput
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHint')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {connections.length > 0 && <UseChoice form={form} connections={connections} />}
      <ScopeChoice form={form} />
      <AmountField
        label={t('apiKeys.spend')}
        description={t('apiKeys.spendHint')}
        {...form.getInputProps('spend')}
      />
      <KeyBounds form={form} rangesHint={t('apiKeys.rangesHint')} />
      <PasswordField
        label={shop('sessions.field.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <ThrottledButton type="submit" action={create}>
        {t('apiKeys.add')}
      </ThrottledButton>
    </form>
  );
}

type UseProps = { form: UseFormReturnType<Values>; connections: Connection[] };

/** What it is for; of a shop's, what such a shop needs is chosen with it. */
function UseChoice({ form, connections }: UseProps) {
  const { t } = useTranslation('service');
  return (
    <NativeSelect
      label={t('apiKeys.use')}
      description={t('apiKeys.useHint')}
      data={[
        { value: '', label: t('apiKeys.useApi') },
        ...connections.map(({ protocol }) => ({ value: protocol, label: PROTOCOL_NAMES[protocol] })),
      ]}
      value={form.values.protocol}
      onChange={({ currentTarget: { value } }) => {
        const protocol = value as Values['protocol'];
        form.setValues({ protocol, scopes: protocol === '' ? [] : NEEDED[protocol] });
      }}
    />
  );
}

type BoundsProps = {
  form: Pick<UseFormReturnType<Pick<Values, 'ranges' | 'ends'>>, 'getInputProps'>;
  rangesHint: string;
};

/** From where and until when a key may be used. */
export function KeyBounds({ form, rangesHint }: BoundsProps) {
  const { t } = useTranslation('service');
  return (
    <>
      <TagsInput
        label={t('apiKeys.ranges')}
        description={rangesHint}
        splitChars={[',', ';', ' ']}
        maxTags={20}
        {...form.getInputProps('ranges')}
      />
      <TextInput
        type="datetime-local"
        label={withTimeZone(t('apiKeys.ends'))}
        description={t('apiKeys.endsHint')}
        {...form.getInputProps('ends')}
      />
    </>
  );
}

function ScopeChoice({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('service');
  const { value, onChange, error } = form.getInputProps('scopes') as {
    value: string[];
    onChange: (scopes: string[]) => void;
    error?: string;
  };
  return (
    <Checkbox.Group label={t('apiKeys.scopes')} value={value} onChange={onChange}>
      <div className={classes.scopes}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`apiKeys.scope.${TEXTS[scope]}`)}
            description={t(`apiKeys.scopeHint.${TEXTS[scope]}`)}
          />
        ))}
        {error && <Input.Error>{error}</Input.Error>}
      </div>
    </Checkbox.Group>
  );
}

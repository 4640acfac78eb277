import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Goods } from '@portside/contract';
import { IconBell, IconBellCheck, IconMailCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { focusNow } from '../../lib/browser/screen.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { isEmail, plainEmail } from '../../lib/format/field-rules.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './tell-me.module.css';

/** Who wants to know once a sold-out product is back: a buyer by one tap, a visitor by their address. */
export default function TellMe({ goods }: { goods: Goods }) {
  const { t } = useTranslation('service');
  const isSignedIn = useStored((s) => s.token !== null);
  return (
    <section className={classes.box} aria-label={t('restocks.title')}>
      <strong className={classes.title}>{t('restocks.title')}</strong>
      {isSignedIn ? <ByNotice goods={goods} /> : <ByMail goods={goods} />}
    </section>
  );
}

type PartProps = { goods: Goods };

const linkOf = ({ link_key: linkKey }: Goods) => (linkKey ? { link_key: linkKey } : {});

function ByNotice({ goods }: PartProps) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const { data } = useQuery(query('listRestocks'));
  const isWaiting = data?.items.some(({ goods_id: id }) => id === goods.id) ?? false;
  const params = { goods_id: goods.id };
  const toggle = useThrottledAction(async () => {
    if (isWaiting) await call('unwatchRestock', { params });
    else await call('watchRestock', { params, body: linkOf(goods) });
    await client.invalidateQueries({ queryKey: queryKey('listRestocks') });
  }, isWaiting);
  return (
    <>
      <p className={classes.text} aria-live="polite">
        {t(isWaiting ? 'restocks.waiting' : 'restocks.byNotice')}
      </p>
      <ThrottledButton
        variant={isWaiting ? 'default' : 'filled'}
        leftSection={isWaiting ? <IconBellCheck size={18} /> : <IconBell size={18} />}
        disabled={!data}
        action={toggle}
      >
        {t(isWaiting ? 'restocks.stop' : 'restocks.tellMe')}
      </ThrottledButton>
    </>
  );
}

function ByMail({ goods }: PartProps) {
  const { t } = useTranslation('service');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmail(value) ? null : t('restocks.emailWrong')) },
  });
  const send = useThrottledAction(async ({ email }: typeof form.values) => {
    await call('requestRestockMail', {
      body: { goods_id: goods.id, email: plainEmail(email), ...linkOf(goods) },
    });
    setSentTo(plainEmail(email));
  });
  if (sentTo !== null)
    return (
      <p ref={focusNow} tabIndex={-1} className={classes.sent}>
        <IconMailCheck size={20} aria-hidden />
        {t('restocks.sent', { email: sentTo })}
      </p>
    );
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <p className={classes.text}>{t('restocks.byMail')}</p>
      <TextInput
        aria-label={t('restocks.email')}
        placeholder={t('restocks.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <ThrottledButton type="submit" leftSection={<IconBell size={18} />} action={send}>
        {t('restocks.tellMe')}
      </ThrottledButton>
    </form>
  );
}

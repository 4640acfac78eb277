import { Button, TextInput } from '@mantine/core';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './stock.module.css';

/** One item, masked until the operator gives a reason; the reveal is recorded in the audit log. */
export function RevealItem({ id, masked }: { id: string; masked: string }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const reveal = useThrottledAction(async () => {
    const answer = await call('revealItem', { params: { id }, body: { reason: (reason ?? '').trim() } });
    setText(answer.text);
  });
  const isTooShort = (reason ?? '').trim().length < SHORTEST_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooShort) void reveal.run();
  };
  return (
    <div className={classes.item}>
      <code>{text ?? masked}</code>
      {text !== null && <CopyButton text={text} />}
      {text === null && reason === null && (
        <Allowed to="revealItem">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('stock.items.revealOne', { id })}
            onClick={() => setReason('')}
          >
            {t('stock.items.reveal')}
          </Button>
        </Allowed>
      )}
      {text === null && reason !== null && (
        <form className={classes.reason} onSubmit={submit}>
          <TextInput
            ref={focusNow}
            size="xs"
            aria-label={t('stock.items.reason')}
            placeholder={t('stock.items.reason')}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <ThrottledButton type="submit" size="xs" action={reveal} disabled={isTooShort}>
            {t('stock.items.reveal')}
          </ThrottledButton>
        </form>
      )}
    </div>
  );
}

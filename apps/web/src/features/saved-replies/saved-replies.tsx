import { Button, Group, Select, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import {
  REPLY_PLACEHOLDERS,
  type Language,
  type ReplyPlaceholder,
  type SavedReply,
} from '@portside/contract';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useSiteName } from '../../lib/browser/page-data.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { LanguageTabs } from '../../ui/fields/language-tabs.tsx';
import { latestOf, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';

const WIDTH_PX = 620;
const LONGEST = 2_000;

/** Chooses a saved reply, filled in for the buyer in their language, and opens the list of all to change them. */
export default function ReplyPicker({ userId, onPick }: { userId: string; onPick: (text: string) => void }) {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  const replies = useReplies();
  const fillIn = useFillIn(userId);
  return (
    <Group gap="xs" px="md" py="xs">
      <Select
        size="xs"
        maw={340}
        flex={1}
        aria-label={t('savedReplies.choose')}
        placeholder={t('savedReplies.choose')}
        data={replies.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        disabled={fillIn === null}
        nothingFoundMessage={t(replies.length === 0 ? 'savedReplies.none' : 'table.nothingFound')}
        comboboxProps={{ position: 'top-start' }}
        value={null}
        onChange={(id) => {
          const reply = replies.find((one) => one.id === id);
          if (reply && fillIn) onPick(fillIn(reply));
        }}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconSettings size={14} stroke={1.7} />}
        onClick={() => setIsOpen(true)}
      >
        {t('savedReplies.manage')}
      </Button>
      {isOpen && <ReplyList replies={replies} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}

function useReplies(): readonly SavedReply[] {
  const { data = [] } = useQuery({ ...query('listSavedReplies'), select: itemsOf });
  return data;
}

/**
 * The reply's text in the buyer's language, with what the placeholders stand for; one that stands for nothing stays, where
 * it is seen before it is sent. Null until the buyer is known.
 */
function useFillIn(userId: string): ((reply: SavedReply) => string) | null {
  const may = useMay();
  const { data: user, isLoading } = useQuery({
    ...query('readUserOverview', { params: { id: userId } }),
    enabled: may('readUserOverview'),
  });
  const language: Language = user?.language ?? 'en';
  const shop = useSiteName(language);
  const values: Record<ReplyPlaceholder, string> = {
    name: user?.username ?? '',
    order: user?.latest_orders[0]?.order_no ?? '',
    balance: user?.balance ?? '',
    shop,
  };
  if (isLoading) return null;
  return ({ texts }) => {
    const written = [language, 'en' as const, ...LANGUAGES].find((one) => texts[one]);
    const text = written === undefined ? '' : texts[written]!;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name as ReplyPlaceholder] || whole);
  };
}

function ReplyList({ replies, onClose }: { replies: readonly SavedReply[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [chosen, choose] = useState<SavedReply | 'new' | null>(replies.length === 0 ? 'new' : null);
  const may = useMay();
  if (chosen !== null)
    return (
      <ReplyForm reply={chosen === 'new' ? null : chosen} onClose={() => choose(null)} onDone={onClose} />
    );
  return (
    <Sheet title={t('savedReplies.title')} side="end" size={WIDTH_PX} onClose={onClose}>
      <Stack gap="xs" mb="md">
        {replies.map((reply) => (
          <UnstyledButton key={reply.id} onClick={() => choose(reply)}>
            <Group justify="space-between" p="sm" bd="1px solid var(--shop-line)" style={{ borderRadius: 8 }}>
              <strong>{reply.name}</strong>
              <Text span size="sm" c="var(--shop-quiet)">
                {LANGUAGES.filter((one) => reply.texts[one])
                  .map((one) => languageNames[one])
                  .join(' · ')}
              </Text>
            </Group>
          </UnstyledButton>
        ))}
      </Stack>
      {may('createSavedReply') && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => choose('new')}>
          {t('savedReplies.add')}
        </Button>
      )}
    </Sheet>
  );
}

type FormProps = { reply: SavedReply | null; onClose: () => void; onDone: () => void };

function ReplyForm({ reply, onClose, onDone }: FormProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: toFormValues(reply),
    validate: {
      name: (name) => (name.trim() === '' ? t('savedReplies.nameMissing') : null),
      texts: (texts) => (LANGUAGES.some((one) => texts[one].trim()) ? null : t('savedReplies.textMissing')),
    },
  });
  const send = useFormCall(form);
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listSavedReplies') });
    onDone();
  };
  const save = useThrottledAction(async () => {
    const now = reply && (await latestOf(call('listSavedReplies'), reply));
    const { name, texts } = now ? typedOver(form, toFormValues(now)) : form.values;
    const body = { name: name.trim(), texts };
    await (reply
      ? send('updateSavedReply', { params: { id: reply.id }, body })
      : send('createSavedReply', { body }));
    await done();
  });
  return (
    <Sheet
      title={t(reply ? 'savedReplies.change' : 'savedReplies.add')}
      side="end"
      size={WIDTH_PX}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit(save.run)} noValidate>
        <Stack>
          <TextInput
            label={t('savedReplies.name')}
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <ReplyTexts form={form} />
          <Group>
            <ThrottledButton type="submit" action={save}>
              {t('savedReplies.save')}
            </ThrottledButton>
            {reply && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('savedReplies.askDelete')}
                onConfirm={async () => {
                  await call('deleteSavedReply', { params: { id: reply.id } });
                  await done();
                }}
              >
                {t('savedReplies.delete')}
              </ConfirmButton>
            )}
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}

type Values = { name: string; texts: Record<Language, string> };

const toFormValues = (reply: SavedReply | null): Values => ({
  name: reply?.name ?? '',
  texts: Object.fromEntries(LANGUAGES.map((one) => [one, reply?.texts[one] ?? ''])) as Values['texts'],
});

/** One text a language. */
function ReplyTexts({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('admin');
  const places = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(' ');
  return (
    <LanguageTabs label={t('savedReplies.texts')} isWritten={(one) => form.values.texts[one].trim() !== ''}>
      {(one) => (
        <Textarea
          label={t('savedReplies.text')}
          description={t('savedReplies.placeholders', { places })}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={LONGEST}
          {...form.getInputProps(`texts.${one}`)}
          error={form.errors['texts']}
        />
      )}
    </LanguageTabs>
  );
}

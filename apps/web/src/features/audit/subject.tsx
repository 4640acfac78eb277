import { Anchor } from '@mantine/core';
import type { AuditEntry } from '@portside/contract';
import type { TextKey } from '../../locales/text-key.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { Link } from '../../lib/router/link.tsx';
import { usePunctuation } from '../../locales/punctuation.ts';
import { kindKey } from './kind-key.ts';
import { subjectPath } from './subject-path.ts';

/** The subject of an entry by name, linked where the reader may open its page. */
export function Subject({ entry: { subject, names, before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const menus = useStored((s) => s.permissions.menus);
  const { pair } = usePunctuation();
  const [noun = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const word = t(`audit.noun.${noun}` as TextKey<'admin'>, { defaultValue: noun });
  const kind = factOf(after, 'kind') ?? factOf(before, 'kind');
  const name =
    noun === 'proposal' && kind
      ? t(kindKey(kind) as TextKey<'admin'>, { defaultValue: kind })
      : // Deleted subjects are named by their recorded data.
        (names['subject'] ?? factOf(before, 'name') ?? factOf(before, 'address') ?? wordOf(noun, id));
  const place = subjectPath(noun, id, names['subject']);
  const mayOpen = place && menus.some(({ path }) => path === place.split('?')[0]);
  const text = name ? pair(word, name) : word;
  return mayOpen ? (
    <Anchor component={Link} inherit to={place}>
      {text}
    </Anchor>
  ) : (
    text
  );
}

function factOf(facts: unknown, name: string): string | undefined {
  const value =
    typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The shop's settings exist once and need no name. */
const wordOf = (noun: string, id: string): string => (noun === 'settings' ? '' : id);

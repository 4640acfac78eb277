import { Anchor } from '@mantine/core';
import type { UserStatus } from '@portside/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePermissionName } from '../../locales/office-wording.ts';
import { Link } from 'wouter';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './proposals.module.css';

type Change = 'status' | 'sessions' | 'twoFactor' | 'role' | 'permissions';

/** A change to an admin, or to a role that people have. */
export function AdminChangeTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation(['admin', 'translation']);
  const change = textOf(terms, 'change') as Change;
  const isRemoved = change === 'role' && terms['role_id'] === null;
  const status = (name: string): string => t(`translation:users.status.${textOf(terms, name) as UserStatus}`);
  return (
    <dl className={classes.terms}>
      {change !== 'permissions' && <UserLink terms={terms} />}
      <Fact name={t('approvals.change.title')}>
        <strong>{t(`approvals.change.${isRemoved ? 'noRole' : change}`)}</strong>
      </Fact>
      {change === 'status' && (
        <BeforeAfter
          name={t('users.field.status')}
          before={status('former_status')}
          after={status('status')}
        />
      )}
      {change === 'role' && (
        <BeforeAfter
          name={t('users.field.role')}
          before={(terms['former_role'] as string | null) ?? t('users.noRole')}
          after={isRemoved ? t('users.noRole') : textOf(terms, 'role')}
        />
      )}
      {change === 'role' && !isRemoved && (
        <Permissions name={t('approvals.change.permissions')} names={textOf(terms, 'permissions')} />
      )}
      {change === 'permissions' && (
        <>
          <Fact name={t('users.field.role')}>{textOf(terms, 'role')}</Fact>
          <Permissions name={t('approvals.change.added')} names={textOf(terms, 'added')} />
          <Permissions name={t('approvals.change.removed')} names={textOf(terms, 'removed')} />
        </>
      )}
    </dl>
  );
}

/** An e-mail address that an admin has set for a user. */
export function EmailChangeTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.terms}>
      <UserLink terms={terms} />
      <BeforeAfter
        name={t('users.field.email')}
        before={textOf(terms, 'former')}
        after={textOf(terms, 'email')}
      />
    </dl>
  );
}

function UserLink({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  return (
    <Fact name={t('users.one')}>
      <Anchor component={Link} inherit to={`/admin/user?open=${textOf(terms, 'user_id')}`}>
        {textOf(terms, 'username')}
      </Anchor>
    </Fact>
  );
}

function BeforeAfter({ name, before, after }: { name: string; before: ReactNode; after: ReactNode }) {
  return (
    <Fact name={name}>
      {before} → <strong>{after}</strong>
    </Fact>
  );
}

/** Permissions as the proposal stores them, each by its name. */
function Permissions({ name, names }: { name: string; names: string }) {
  const permissionName = usePermissionName();
  const found = names.split(' ').filter((one) => one !== '');
  if (found.length === 0) return null;
  return <Fact name={name}>{found.map(permissionName).join(', ')}</Fact>;
}

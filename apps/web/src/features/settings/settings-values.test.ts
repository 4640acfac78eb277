import { expect, test } from 'vitest';
import {
  changedSettings,
  checkSettings,
  conflictingSettings,
  isLimitRaised,
  normalizeSettings,
  type SettingsValues,
} from './settings-values.ts';
import { storedSettings } from './testing/stored-settings.ts';

const values: SettingsValues = {
  ...storedSettings,
  site_name: ' Portside ',
  recharge_amounts: ['100', ' 10', '50'],
};

test('only what was changed is sent', () => {
  expect(changedSettings({ ...values, quote_minutes: 45 }, values)).toEqual({ quote_minutes: 45 });
  expect(
    changedSettings({ ...values, site_name: 'Portside', recharge_amounts: ['10', '50', '100'] }, values),
  ).toEqual({});
});

test('what a colleague changed meanwhile is told of where both changed it, unless to the same', () => {
  const now = { ...values, quote_minutes: 15, retention_days: 14, safe_cap: '1' };
  const changes = { quote_minutes: 45, retention_days: 14, telegram: '@quay' };
  expect(conflictingSettings(changes, values, now)).toEqual(['quote_minutes']);
  expect(conflictingSettings(changes, now, now)).toEqual([]);
});

test('what is sent is trimmed, and choices are in their order', () => {
  expect(normalizeSettings(values)).toMatchObject({
    site_name: 'Portside',
    recharge_amounts: ['10', '50', '100'],
    quote_minutes: 30,
  });
});

test.each([
  ['10', null],
  ['0.000001', null],
  ['1e3', 'amount'],
  ['-1', 'amount'],
  ['0.0000001', 'amount'],
  ['', 'amount'],
])('an amount written %j: %s', (text, problem) => {
  expect(checkSettings.amount(text)).toBe(problem);
});

test.each([
  [['10', '100'], null],
  [[], 'empty'],
  [['ten'], 'amount'],
  [['9.99'], 'outside'],
  [['100.01'], 'outside'],
])('amounts to choose from %j: %s', (amounts, problem) => {
  expect(checkSettings.recharge_amounts(amounts, values)).toBe(problem);
});

test('the largest top-up is not below the smallest', () => {
  expect(checkSettings.recharge_maximum('9', values)).toBe('order');
  expect(checkSettings.recharge_maximum('10', values)).toBeNull();
});

test.each([
  ['', null],
  [' help@shop.example ', null],
  ['help', 'email'],
  ['help@shop', 'email'],
])('an e-mail address for buyers written %j: %s', (text, problem) => {
  expect(checkSettings.support_email(text)).toBe(problem);
});

test.each([
  ['', null],
  [` ${'0123456789abcdef'.repeat(2)} `, null],
  ['0123456789abcdef', 'projectId'],
  ['0123456789ABCDEF'.repeat(2), 'projectId'],
])('a project id written %j: %s', (text, problem) => {
  expect(checkSettings.walletconnect_project_id(text)).toBe(problem);
});

test.each([
  [{ refund_approval_above: '100.01' }, true],
  [{ manual_credit_maximum: '5001' }, true],
  [{ refund_approval_above: '100.00', manual_credit_maximum: '1' }, false],
  [{ refund_approval_above: 'much', safe_cap: '9000' }, false],
  [{ balance_payout_wait_hours: 1 }, true],
  [{ balance_payout_wait_hours: 48, agent_sign_up_percent: '1' }, false],
  [{ agent_sign_up_percent: '50' }, true],
  [{ agent_sign_up_percent: 'half' }, false],
  [{ commission_tiers: [{ from: '0', percent: '30' }] }, true],
])('%j takes a colleague: %s', (written, takes) => {
  expect(isLimitRaised({ ...values, ...written }, values)).toBe(takes);
});

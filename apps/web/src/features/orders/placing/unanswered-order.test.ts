// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { newAttempt, findUnanswered, forgetUnanswered, keepUnanswered } from './attempt.ts';

const attempt = newAttempt({
  goods_id: '7',
  quantity: 3,
  gender: 'random',
  email: 'a@b.example',
  unit_price: '0.35',
});

test('an unanswered attempt comes back with its key, to its own user and goods only', () => {
  keepUnanswered('1', attempt);
  expect(findUnanswered('1', '7')).toEqual(attempt);
  expect(findUnanswered('1', '8')).toBeUndefined();
  expect(findUnanswered('2', '7')).toBeUndefined();
  forgetUnanswered('7');
  expect(findUnanswered('1', '7')).toBeUndefined();
});

test('ordering something else meanwhile loses nothing', () => {
  keepUnanswered('1', attempt);
  keepUnanswered('1', newAttempt({ ...attempt.body, goods_id: '8' }));
  forgetUnanswered('8');
  expect(findUnanswered('1', '7')).toEqual(attempt);
});

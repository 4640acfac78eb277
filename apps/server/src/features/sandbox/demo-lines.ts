import { randomBytes } from 'node:crypto';

const BYTES = 16;

/** Accounts of a service that does not exist: `account----password----recovery`, all different. */
export function* makeDemoLines(domain: string, count: number): Generator<string> {
  const random = randomBytes(count * BYTES);
  for (let index = 0; index < count; index += 1) {
    const text = random.toString('hex', index * BYTES, (index + 1) * BYTES);
    yield `user${text.slice(0, 10)}@${domain}----${text.slice(10, 22)}----${text.slice(22).toUpperCase()}`;
  }
}

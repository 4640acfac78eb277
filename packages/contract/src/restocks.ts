import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Email, Id, linkKey, Nothing, Time } from './wire/values.ts';

/** What the link in a mail proves itself by. */
const Token = z.object({ token: z.string().check(z.regex(/^\d{1,18}-[\w-]{43}$/)) });

export const restocksEndpoints = endpoints({
  listRestocks: {
    access: 'user',
    summary: 'Products of which the caller is told once they are back in stock',
    data: z.object({ items: z.array(z.object({ goods_id: Id, asked_at: Time })) }),
  },
  watchRestock: {
    access: 'user',
    perMinute: 60,
    summary:
      'Be told once when a product is back in stock: on the page, and by e-mail unless that is switched off',
    params: z.object({ goods_id: Id }),
    body: z.object({ link_key: linkKey }),
    data: Nothing,
  },
  unwatchRestock: {
    access: 'user',
    summary: 'No longer be told when a product is back in stock',
    params: z.object({ goods_id: Id }),
    data: Nothing,
  },
  requestRestockMail: {
    access: 'visitor',
    perMinute: 5,
    summary:
      'Ask for one e-mail when a product is back in stock. It is sent to an address that has been confirmed by the ' +
      'link mailed to it; the answer never says whether that link was mailed',
    body: z.object({ goods_id: Id, email: Email, link_key: linkKey }),
    data: Nothing,
  },
  readRestockMail: {
    access: 'visitor',
    perMinute: 30,
    summary: 'What the address that a link was mailed to waits for',
    body: Token,
    data: z.object({
      items: z.array(
        z.object({ goods_id: Id, name: z.string(), path: z.string(), is_confirmed: z.boolean() }),
      ),
    }),
  },
  confirmRestockMail: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Confirm the address, and with it all that it has asked for so far',
    body: Token,
    data: Nothing,
  },
  endRestockMail: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Forget the address and all that it waits for',
    body: Token,
    data: Nothing,
  },
});

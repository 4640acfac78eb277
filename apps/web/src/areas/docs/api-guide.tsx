import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './docs.module.css';

type Section = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
};

/** English like the reference and its samples; what stands around it is in the reader's language. */
const SECTIONS: readonly Section[] = [
  {
    heading: 'Keys',
    paragraphs: [
      'Make a key in your profile under “API keys”. It is shown once, so keep it like a password. Give it only the scopes that your program needs: catalogue, balance, placing orders, reading orders, reading accounts, top-ups, claims or webhooks. A key may also be limited to addresses, to an end date and to an amount a day.',
      'Live keys begin with psk_live_, those of a sandbox with psk_test_. No key reaches your profile, password, e-mail address, second factor or other keys. Revoke one at any time; the next call with it is refused.',
    ],
    code: 'curl https://SHOP/api/users/balance \\\n  -H "Authorization: Bearer psk_live_…"',
  },
  {
    heading: 'Answers and errors',
    paragraphs: [
      'Every answer is JSON in one envelope. The code is 200, or that of a refusal; the HTTP status follows it. Decide by the code: the message is a text for people and may change. Where fields are at fault, “faults” names each of them.',
      'A refusal has changed nothing. After 429 and 503, wait as many seconds as “retry-after” says. After 500, report the “request_id”.',
    ],
    code: '{ "code": 300001, "message": "Insufficient balance", "data": null }',
  },
  {
    heading: 'Idempotency',
    paragraphs: [
      'An order needs an “Idempotency-Key” of your choice, such as the number of the order in your own shop: at most 200 visible characters. Repeat the call with the same key and body as often as you like, and it is placed once; each repetition gets the first answer. The same key with another body is refused with 300007.',
      'After a time-out you do not know whether the order was placed. Repeat it with its key, or look it up by your own reference.',
    ],
    code: 'POST /api/orders\nIdempotency-Key: my-shop-1007\n\n{ "goods_id": "4901", "quantity": 10, "total_amount": "12" }',
  },
  {
    heading: 'Amounts',
    paragraphs: [
      'Amounts are decimal strings in USDT with at most six decimals: "1.25". Calculate with decimals or with integers of millionths, never with floating-point numbers. Send “total_amount” as the price that your customer agreed to: if the order would cost more, it is refused with 300004 and nothing is paid.',
      'Times are ISO 8601 in UTC. Ids are strings of digits.',
    ],
  },
  {
    heading: 'Lists and changes',
    paragraphs: [
      'Lists take “limit” (1 to 500) and “cursor”, and answer “items” and “next_cursor”, which is null on the last page. A cursor is opaque: send back what you got.',
      'To keep a catalogue in step, read it once and then follow the changes of stock, price and sale from your last cursor, once a minute. It is one small call however many products there are.',
    ],
    code: 'GET /api/changes?after=CURSOR',
  },
  {
    heading: 'Limits',
    paragraphs: [
      'Calls are counted by minute. “x-ratelimit-limit”, “x-ratelimit-remaining” and “x-ratelimit-reset” say how many there are, how many are left and in how many seconds they are counted anew. A call beyond the limit is refused with 500003 and status 429. The reference names the calls that have a limit of their own.',
    ],
  },
  {
    heading: 'Webhooks',
    paragraphs: [
      'Webhooks follow Standard Webhooks. Each has the headers “webhook-id”, “webhook-timestamp” and “webhook-signature”. Sign “id.timestamp.body” with HMAC-SHA256 and the bytes of your secret, which are Base64 after “whsec_”, and compare with each signature after “v1,”: there are two while a secret is being replaced. Refuse timestamps that are more than five minutes off.',
      'Answer with 2xx within ten seconds and work afterwards. A delivery can arrive twice, so remember its id. Bodies name orders and products and never hold accounts: read these with your key.',
    ],
    code: 'webhook-id: msg_2KWPBgLlAfxdpx2AI54pPJ85f4W\nwebhook-timestamp: 1795176000\nwebhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  {
    heading: 'One order',
    paragraphs: [
      'To hear of one order only, place it with “callback_url”, an https address on the public internet. What happens to that order is sent there like a webhook, signed with the “callback_secret” that was shown with your key, and ends with the key. Sessions, and keys without that secret, are refused with 100001; “faults” then names “callback_url”.',
      'What was sent is in the log of your webhooks, under the name of the key.',
    ],
    code: 'POST /api/orders\nIdempotency-Key: my-shop-1007\n\n{ "goods_id": "4901", "quantity": 10, "callback_url": "https://my-shop.example/orders/1007" }',
  },
  {
    heading: 'Sandbox',
    paragraphs: [
      'The sandbox is this shop on your own machine, with play money and a month of history: its API is the same. Start it, sign in as the buyer that it prints, and make a key there; keys of a sandbox begin with psk_test_. In the reference, enter that key under “Authentication” and try calls from the page.',
    ],
    code: 'npm ci && npm start',
  },
  {
    heading: 'Versions and samples',
    paragraphs: [
      'Calls, fields of answers, optional input, and values of enumerations may be added at any time: ignore what you do not know. What breaks clients raises the major version of the OpenAPI document and is announced in the API’s changelog.',
      'The repository has samples for curl, TypeScript, Python and PHP in “examples”, and a typed client without dependencies in “packages/client”.',
    ],
  },
];

export function Page() {
  const { t } = useTranslation('service');
  return (
    <article className={classes.document}>
      <h1>{t('api.title')}</h1>
      <p className={classes.lede}>{t('api.lede')}</p>
      <p>
        <Button component={Link} to="/docs/api/reference" variant="default">
          {t('api.reference')}
        </Button>{' '}
        <Button component="a" href="/api/openapi.json" variant="subtle">
          OpenAPI
        </Button>
      </p>
      <p>{t('api.english')}</p>
      <div lang="en">
        {SECTIONS.map(({ heading, paragraphs, code }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {code !== undefined && (
              <pre className={classes.code} translate="no">
                {code}
              </pre>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}

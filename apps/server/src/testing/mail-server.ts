import { simpleParser, type ParsedMail } from 'mailparser';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Ctx } from '../platform/context.ts';
import { EventBus } from '../platform/events.ts';
import type { BatchRenderer, Mailer, MailRenderer } from '../platform/mail/mailer.ts';
import { queueMails } from '../platform/mail/outbox.sql.ts';
import { sendDueMails } from '../platform/mail/send-due-mails.ts';
import { createWorld } from './world.ts';

export type MailServer = { readonly url: string; readonly received: ParsedMail[]; stop(): Promise<void> };

/** What becomes of a mail once its text has arrived; an error is the answer to it. */
export type Reception = 'take' | 'refuse' | 'drop' | 'take and drop' | Error;

/** A real SMTP server on loopback; `receive` decides about each mail that arrives. */
export async function startMailServer(
  receive: (to: string, mail: ParsedMail) => Reception = () => 'take',
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const received: ParsedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onData(stream, session, done) {
      void simpleParser(stream).then((mail) => {
        const reception = receive(session.envelope.rcptTo[0]!.address, mail);
        if (reception instanceof Error) return done(reception);
        if (reception.startsWith('take')) received.push(mail);
        if (reception.endsWith('drop')) return sockets.forEach((socket) => socket.destroy());
        return done(reception === 'refuse' ? new Error('not here') : null);
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const stop = (): Promise<void> => {
    sockets.forEach((socket) => socket.destroy());
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `smtp://127.0.0.1:${port}`, received, stop };
}

/** Accepts connections and never says a word. */
export async function startSilentServer(): Promise<Omit<MailServer, 'received'>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> => {
    sockets.forEach((socket) => socket.destroy());
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `smtp://127.0.0.1:${port}`, stop };
}

const KIND = 'test';

export const renderNumber: MailRenderer = async (_ctx, reference) => ({
  subject: `Number ${reference}`,
  text: 'text',
  html: '<p>text</p>',
});

export type MailWorld = Awaited<ReturnType<typeof createMailWorld>>;

/** A world without mails; `heard` is what became of those queued in it: "sent 1", "refused 2: 550 no such user". */
export async function createMailWorld() {
  const world = await createWorld();
  // Other tests' mails are not ours to send.
  await world.ctx.db.deleteFrom('mails').execute();
  const events = new EventBus<Ctx>();
  const heard: string[] = [];
  events.on('mailsSent', async (_ctx, { mails }) =>
    mails.forEach(({ reference }) => void heard.push(`sent ${reference}`)),
  );
  events.on(
    'mailGivenUp',
    async (_ctx, { reference, reason, answer }) => void heard.push(`${reason} ${reference}: ${answer}`),
  );
  const ctx: Ctx = { ...world.ctx, events };
  let counted = 0n;
  return {
    ...world,
    ctx,
    heard,
    /** A mail to each, numbered from 1 in the order in which they were queued. */
    queue: (recipients: readonly string[], kind = KIND): Promise<void> =>
      queueMails(
        ctx.db,
        recipients.map((recipient) => ({ kind, reference: (counted += 1n), recipient })),
        ctx.clock.now(),
      ),
    run: (mailer: Mailer, renderer: MailRenderer | BatchRenderer = renderNumber, of = ctx) =>
      sendDueMails(of, new Map([[KIND, renderer]]), mailer),
    listMails: () => ctx.db.selectFrom('mails').selectAll().orderBy('id').execute(),
  };
}
